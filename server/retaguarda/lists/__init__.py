"""What any list offers beside its pages: facets, saved views, exports, and bulk Commands."""
