// Collects fingerprinting calls by script: from the messages of the page's hooks to the facts of a state.
import {
  type Call,
  type FingerprintFact,
  MIN_TECHNIQUES,
  namesOfCalls,
  techniquesOf,
} from "../../../domain/pillars/privacy/fingerprinting.ts";
import type { Cloaked } from "./cloaked.ts";
import { bare, type Phase } from "./requests.ts";
import { type OwnSites, ownerOf, siteOf } from "./sites.ts";

export type FingerprintLog = {
  /** Returns whether the text was a message of the hooks. */
  heard(text: string): boolean;
  /** Returns calls of a phase by the script's address, "" if unknown. */
  scripts(phase: Phase): ReadonlyMap<string, readonly Call[]>;
};

const MAX_MESSAGES = 5_000;
const MAX_SCRIPTS = 100;
const MAX_CALLS = 600;
const MAX_FACTS = 20;

export function logFingerprints(phase: () => Phase): FingerprintLog {
  const seen = new Map<Phase, Map<string, Call[]>>();
  let messages = 0;
  return {
    heard(text) {
      if (!text.startsWith('{"type":"fingerprint"')) return false;
      messages += 1;
      const told = messages > MAX_MESSAGES ? undefined : callOf(text);
      if (!told) return true;
      const scripts = seen.get(phase()) ?? new Map<string, Call[]>();
      seen.set(phase(), scripts);
      const calls = scripts.get(told.script) ?? [];
      if (calls.length < MAX_CALLS) calls.push(told.call);
      if (scripts.size < MAX_SCRIPTS) scripts.set(told.script, calls);
      return true;
    },
    scripts: (asked) => seen.get(asked) ?? new Map(),
  };
}

function callOf(text: string): { script: string; call: Call } | undefined {
  try {
    const { api, detail, stack } = JSON.parse(text) as Record<string, unknown>;
    return {
      script: scriptOf(String(stack)),
      call: { api: String(api).slice(0, 80), detail: String(detail).slice(0, 400) },
    };
  } catch {
    return undefined;
  }
}

/** Returns the nearest script with an address: its code made the call. */
function scriptOf(stack: string): string {
  const [address = ""] = /https?:\/\/[^\s()]{1,1000}(?=:\d+:\d+)/.exec(stack) ?? [];
  return bare(address) ?? "";
}

/** Returns scripts that combine techniques. `page`: the document's address, used for inline scripts, which have none. */
export function fingerprintsOf(
  scripts: ReadonlyMap<string, readonly Call[]>,
  ownSites: OwnSites,
  page: string,
  cloaked: Cloaked,
): FingerprintFact[] {
  return [...scripts]
    .map(([script, calls]): FingerprintFact => {
      const hidden = cloaked.get(URL.parse(script)?.hostname ?? "");
      const own = script === "" || script === bare(page);
      const thirdParty = !own && (hidden !== undefined || !ownSites.includes(siteOf(script)));
      return {
        script: own ? null : script,
        thirdParty,
        entity: thirdParty ? (hidden ?? ownerOf(script)).entity : null,
        ...(hidden ? { alias: hidden.alias } : {}),
        techniques: techniquesOf(calls),
        calls: namesOfCalls(calls),
      };
    })
    .filter(({ techniques }) => techniques.length >= MIN_TECHNIQUES)
    .slice(0, MAX_FACTS);
}
