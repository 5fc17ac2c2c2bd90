"""The site's own file `docsteward.yml` and the server's environment, as frozen values."""
