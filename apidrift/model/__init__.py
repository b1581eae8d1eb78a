"""The values all rooms speak. Pure data and the few questions data can answer about itself."""
