"""The languages of the pages: the reader's language, and catalogues of translations."""
