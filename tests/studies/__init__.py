"""The worked studies of docs/: what they play, and the pages that say what comes of it."""
