"""Take That: lay, pair or take the row; two to four players, two games added up."""
