// Cookies and storage keys of known tracking products.

type Row = readonly [pattern: RegExp, vendor: string];

/** Names of trackers according to their documentation. All patterns are anchored and have no nested repetition. */
const TRACKERS: readonly Row[] = [
  [/^_ga(_.+)?$/, "Google Analytics"],
  [/^_gid$/, "Google Analytics"],
  [/^_gat(_.+)?$/, "Google Analytics"],
  [/^__utm[a-z]$/, "Google Analytics"],
  [/^_gcl_/, "Google Ads"],
  [/^_gac_/, "Google Ads"],
  [/^(IDE|DSID|test_cookie|__gads|__gpi)$/, "Google Ads"],
  [/^_fb[pc]$/, "Meta"],
  [/^_hj/, "Hotjar"],
  [/^_pk_(id|ses|ref|cvar|hsr)/, "Matomo"],
  [/^_clck$|^_clsk$|^CLID$/, "Microsoft Clarity"],
  [/^_uet(sid|vid)/, "Microsoft Advertising"],
  [/^(MUID|ANONCHK)$/, "Microsoft"],
  [/^_tt(p|_enable_cookie)$/, "TikTok"],
  [/^(li_fat_id|bcookie|lidc|UserMatchHistory|AnalyticsSyncHistory)$/, "LinkedIn"],
  [/^_pin_unauth$|^_pinterest_/, "Pinterest"],
  [/^_sc(id|tr)$|^_scid_r$/, "Snapchat"],
  [/^_rdt_uuid$/, "Reddit"],
  [/^(muc_ads|personalization_id|guest_id)/, "X"],
  [/^(YSC|VISITOR_INFO1_LIVE|VISITOR_PRIVACY_METADATA)$/, "YouTube"],
  [/^(hubspotutk|__hstc|__hssc|__hssrc)$/, "HubSpot"],
  [/^mp_.+_mixpanel$/, "Mixpanel"],
  [/^(amplitude_|amp_|AMP_)/, "Amplitude"],
  [/^ajs_(anonymous_id|user_id|group_id)$/, "Segment"],
  [/^(AMCV_|AMCVS_|s_vi|s_fid|demdex|mbox)/, "Adobe"],
  [/^kndctr_.+_(identity|personalization)$/, "Adobe"],
  [/^utag_main/, "Tealium"],
  [/^ai_(session|user)$/, "Application Insights"],
  [/^rl_(anonymous_id|user_id|session|trait|group_id|group_trait|page_init_referr)/, "RudderStack"],
  [/^_gd_(session|visitor|svisitor)$/, "6sense"],
  [/^_sp_(id|ses)/, "Snowplow"],
  [/^ph_.+_posthog$/, "PostHog"],
  [/^(_vwo_|_vis_opt_)/, "VWO"],
  [/^optimizelyEndUserId$/, "Optimizely"],
  [/^(cto_bundle|cto_bidid|uid_syncd_secure)$/, "Criteo"],
  [/^(_ym_uid|_ym_d|yandexuid)$/, "Yandex Metrica"],
  [/^(__kla_id)$/, "Klaviyo"],
  [/^(_mkto_trk)$/, "Marketo"],
  [/^(visitor_id\d+|pardot)/, "Pardot"],
  [/^(_cs_id|_cs_s|_cs_c)$/, "Contentsquare"],
  [/^(fs_uid|fs_lua)$/, "FullStory"],
  [/^(_lr_|_lo_uid)/, "session recording"],
];

/** Returns the product that sets a cookie or key of this name; null if it is not a known tracker's. */
export const trackerOf = (name: string): string | null => TRACKERS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
