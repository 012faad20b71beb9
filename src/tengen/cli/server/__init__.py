"""The commands for the web page, its database and the installation."""
