// Pages of the demo shop that benchmarks audit.

/** Ten pages of different kinds. */
export const TEN_PAGES = [
  "/",
  "/shop",
  "/products/oak-stool",
  "/products/stoneware-mugs",
  "/products/harvest-vase",
  "/journal",
  "/about",
  "/contact",
  "/register",
  "/legal/terms",
];
