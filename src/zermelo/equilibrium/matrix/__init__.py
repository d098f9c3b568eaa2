"""Games where all choose once and at the same time. One file per idea; each solver registers where it is written."""
