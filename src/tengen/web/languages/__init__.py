"""The languages of the pages: their texts, which of them a reader gets, and what translators still have to do."""
