// One name for what providers call differently, so that a push and its beacons find each other.

/** What providers call the common events; compared without case and signs. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  page_view: ["pageview", "page", "pageviews", "webwebpagedetailspageviews", "screenview"],
  view_item: ["viewcontent", "productviewed", "productview", "prodview", "commerceproductviews"],
  view_item_list: ["productlistviewed", "commerceproductlistviews"],
  add_to_cart: ["productadded", "scadd", "commerceproductlistadds"],
  remove_from_cart: ["productremoved", "scremove", "commerceproductlistremovals"],
  view_cart: ["cartviewed", "scview", "commerceproductlistviewscart"],
  begin_checkout: ["initiatecheckout", "checkoutstarted", "sccheckout", "commercecheckouts"],
  purchase: ["ordercompleted", "completepayment", "placeanorder", "commercepurchases"],
  generate_lead: ["lead", "submitform"],
  sign_up: ["completeregistration", "signedup"],
  login: ["signedin"],
  search: ["productssearched", "sitesearch"],
};
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
const BY_ALIAS = new Map(
  Object.entries(ALIASES).flatMap(([name, aliases]) => [plain(name), ...aliases].map((alias) => [alias, plain(name)])),
);

/** Equal for names that mean the same. */
export function canonical(name: string): string {
  const bare = plain(name);
  return bare === "" ? name : (BY_ALIAS.get(bare) ?? bare);
}

/** What tag managers push for themselves. */
export const isInternal = (name: string): boolean => /^gtm\./.test(name) || name === "gtm";
