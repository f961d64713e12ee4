"""Parts of the Compare page: several systems on the documents that all of them decided."""
