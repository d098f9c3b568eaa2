"""The workbench in the browser: a small server, and a page that needs no build step."""
