import { type CheckResult, failed, inapplicable, passed, review, warning } from "../../../audit/finding.ts";
import { type FingerprintFact, TECHNIQUES } from "../fingerprinting.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

/** Companies that sell visitor recognition, by the script hosts in their documentation. */
const VENDORS: readonly (readonly [host: RegExp, vendor: string])[] = [
  [/(^|\.)(fpjscdn\.net|fpcdn\.io|openfpcdn\.io|fpjs\.io|fptls\.com)$/, "Fingerprint"],
];
/** Companies that detect bots and fraud. Their customers may need that, so it needs a manual check. */
const PROTECTORS: readonly (readonly [host: RegExp, vendor: string])[] = [
  [/(^|\.)(online-metrix\.net)$/, "LexisNexis ThreatMetrix"],
  [/(^|\.)(iesnare\.com|iovation\.com)$/, "TransUnion iovation"],
  [/(^|\.)(sift\.com|siftscience\.com)$/, "Sift"],
  [/(^|\.)(forter\.com)$/, "Forter"],
  [/(^|\.)(riskified\.com)$/, "Riskified"],
  [/(^|\.)(signifyd\.com)$/, "Signifyd"],
  [/(^|\.)(perimeterx\.net|px-cdn\.net|px-cloud\.net)$/, "HUMAN"],
  [/(^|\.)(datadome\.co)$/, "DataDome"],
  [/(^|\.)(arkoselabs\.com|funcaptcha\.com)$/, "Arkose Labs"],
  [/(^|\.)(hcaptcha\.com)$/, "hCaptcha"],
  [/(^|\.)(recaptcha\.net)$/, "reCAPTCHA"],
  [/^challenges\.cloudflare\.com$/, "Cloudflare Turnstile"],
];
/** Number of techniques from which fingerprinting is the only plausible purpose. */
const CERTAIN = 3;
const WORDS: Readonly<Record<FingerprintFact["techniques"][number], string>> = {
  canvas: "the image of hidden text",
  webgl: "the graphics card",
  audio: "the sound of a silent tone",
  fonts: "the fonts that are installed",
  webrtc: "network addresses",
  bulk: "properties of the device in bulk",
};

export const fingerprinting: PrivacyCheck = {
  rule: "fingerprinting",
  severity: "serious",
  mostPoints: 25,
  title: "No script fingerprints the browser without consent.",
  fault: "Script fingerprints the browser without consent",
  help: "A fingerprint identifies visitors without a cookie, and needs their consent like a cookie. Load the script only after consent or, if it protects an account or a payment, only on those pages.",
  run({ before, rejected }) {
    if (before.fingerprints === undefined) return inapplicable("Fingerprinting calls were not recorded.");
    const early = before.fingerprints.map((one) => judge(one, "before any choice was made"));
    const told = new Set(early.map(({ target }) => target));
    const late = (rejected.state === "measured" ? (rejected.snapshot.fingerprints ?? []) : [])
      .map((one) => judge(one, "after everything was rejected"))
      .filter(({ target }) => !told.has(target));
    const results = [...early, ...late];
    return results.length > 0 ? results : passed("No script combines the techniques of fingerprints.");
  },
};

function judge(fact: FingerprintFact, when: string): CheckResult {
  const { script, thirdParty, entity, alias, techniques, calls } = fact;
  const host = URL.parse(script ?? "")?.hostname ?? "";
  const vendor = VENDORS.find(([hosts]) => hosts.test(host))?.[1];
  const protector = PROTECTORS.find(([hosts]) => hosts.test(host))?.[1];
  const asked = TECHNIQUES.filter((technique) => techniques.includes(technique)).map((technique) => WORDS[technique]);
  const whose = vendor ?? protector ?? entity;
  const name =
    script === null ? "A script in the page itself" : `${whose ? `${whose}'s script` : "The script"} ${script}`;
  const hidden = alias === undefined ? "" : ` (behind the name ${alias})`;
  const message = `${name}${hidden} read ${listed(asked)} ${when}. Together these identify a browser.`;
  const target = script === null ? "script in the page" : `script ${script}`;
  const evidence = { script, thirdParty, entity: whose, techniques, calls, ...(alias === undefined ? {} : { alias }) };
  if (protector !== undefined)
    return warning(`${message} It is known to protect against fraud and bots.`, target, {
      severity: "moderate",
      evidence,
    });
  if (vendor !== undefined || (thirdParty && techniques.length >= CERTAIN))
    return failed(message, target, { evidence });
  if (thirdParty) return warning(message, target, { severity: "moderate", evidence });
  return review(`${message} It is the site's own, and may protect against fraud.`, target, {
    severity: "moderate",
    evidence,
  });
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
