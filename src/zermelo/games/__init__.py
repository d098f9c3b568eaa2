"""The games that come with Zermelo, one file each: `zermelo games` lists them, `zermelo.load` finds them."""
