// Maps the different event names of providers to one, so that a push matches its beacons.

/** Names of common events at the various providers. Compared ignoring case and punctuation. */
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

/** Returns the same name for all names with the same meaning. */
export function canonical(name: string): string {
  const bare = plain(name);
  return bare === "" ? name : (BY_ALIAS.get(bare) ?? bare);
}

/** Whether a tag manager pushes the event for itself. */
export const isInternal = (name: string): boolean => /^gtm\./.test(name) || name === "gtm";
