"""The texts of errors that several parts of the server raise, so that each stands in one place."""

from __future__ import annotations

from typing import Final

from ..records import Text

BARRED: Final = Text("The operator of this server has barred you.")
ENOUGH: Final = Text("Too many requests; try again later.")
ENOUGH_GAMES: Final = Text("That is enough new games for now; play one of them, or try again later.")
ENOUGH_REVIEWS: Final = Text("That is enough new reviews for now; try again in an hour.")
ENOUGH_THINKING: Final = Text("You have used up your engine time for now; try again in a few minutes.")
FAILED: Final = Text("Something went wrong on our side; nothing was changed.")
FAILED_CONNECTION: Final = Text("Something went wrong on our side; please reconnect.")
LINK_SPENT: Final = Text("This link is spent, too old, or incomplete; make a new one.")
NOT_OVER: Final = Text("This game is not over yet.")
NO_BOARD: Final = Text("There is no such board on the home page.")
NO_COURSE: Final = Text("There is no such course; Learn lists them all.")
NO_GAME: Final = Text("There is no such game; the link may be incomplete.")
NO_REVIEW: Final = Text("There is no such review; the link may be incomplete.")
NO_SEAT: Final = Text("This link gives no seat in this game; it may be incomplete.")
NO_TASK: Final = Text("There is no such task.")
NO_VARIANT: Final = Text("There is no variant of this name; the list of rules has them all.")
NOTHING_REPORTED: Final = Text("A report is about one game or one review.")
RATED_WITHOUT_HINTS: Final = Text("There are no hints in a rated game.")
STOPPED_HERE: Final = Text("The game cannot go on here under these rules; choose an earlier position.")
TOO_LATE: Final = Text("This took too long, or was begun elsewhere; begin again.")
TOO_MUCH: Final = Text("That was too much at once.")
TOO_MUCH_SOON: Final = Text("That was too much at once; try again in a few seconds.")
