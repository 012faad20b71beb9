"""The languages of the pages: who reads which, catalogues of translations, and texts rendered from them."""
