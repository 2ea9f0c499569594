"""Play until nobody else has chips: levels and their clock, who is out in which place, tables balanced and broken."""
