// Parts of a report that only this pillar has, read from the stored run and its pages.

import { type Fields, fieldsOf, listOf, numberOf, textOf } from "../../fields.ts";
import {
  CONSENT_STATES,
  type ConsentRow,
  type Extras,
  MAX_CONSENT_PAGES,
  type PillarReport,
  type Stored,
} from "../../report/extraTypes.ts";

export const report: PillarReport = { columns: [], extras };

function extras({ pages }: Stored): Extras {
  const told = pages.filter(({ details }) => details.before !== undefined);
  const shown = told.slice(0, MAX_CONSENT_PAGES).map(({ url, details }) => {
    const banner = fieldsOf(details.banner);
    return {
      url,
      banner: details.banner ? bannerName(banner) : null,
      coverage: textOf(details.coverage),
      states: CONSENT_STATES.map((state) => consentRow(state, fieldsOf(details[state]))),
    };
  });
  return { privacy: { pages: shown, total: told.length } };
}

function bannerName({ cmp, unreadable }: Fields): string {
  if (unreadable) return "open, and none of its choices could be read";
  return textOf(cmp) ?? "recognised by the words on its buttons";
}

function consentRow(state: ConsentRow["state"], stored: Fields): ConsentRow {
  if (state !== "before" && stored.state !== "measured") {
    const reason = textOf(stored.reason) ?? "Nothing is known of this state.";
    return { state, reason, cookies: null, storage: null, thirdParties: null, beacons: null, names: [] };
  }
  const [cookies, storage, parties, beacons] = [stored.cookies, stored.storage, stored.parties, stored.beacons].map(
    listOf,
  );
  const named = [
    ...(cookies ?? []).map((one) => textOf(fieldsOf(one).name)),
    ...(parties ?? []).map((one) => textOf(fieldsOf(one).entity) ?? textOf(fieldsOf(one).site)),
  ];
  return {
    state,
    reason: null,
    cookies: cookies?.length ?? 0,
    storage: storage?.length ?? 0,
    thirdParties: parties?.length ?? 0,
    beacons: (beacons ?? []).reduce<number>((sum, one) => sum + (numberOf(fieldsOf(one).count) ?? 1), 0),
    names: [...new Set(named.filter((name) => name !== null))].slice(0, 12),
  };
}
