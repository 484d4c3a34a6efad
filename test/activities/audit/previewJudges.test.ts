// Audits of a preview are judged as the site it stands for: same findings and fingerprints, shown with the preview's addresses.
import { expect } from "chai";
import { packGathered } from "../../../activities/audit/gathered.ts";
import { judgePage, judgeSite, pageForSite } from "../../../activities/audit/judges.ts";
import type { AuditRunInfo } from "../../../domain/audit/judge.ts";
import type { AuditPillar } from "../../../domain/audit/pillars.ts";
import { asking, cookie as privacyCookie, snapshot } from "../../domain/pillars/privacy/gathered.ts";
import { cookie, page, site, tls } from "../../domain/pillars/security/facts.ts";
import { href, image, link, seoPage, seoSite, sitePage } from "../../domain/pillars/seo/samples.ts";

const SHOP = "shop.example";
const PREVIEW = "shop-git-x.vercel.app";

/** The facts of the same page at the preview; its other hosts stay the same. */
const atPreview = <T>(facts: T): T =>
  JSON.parse(JSON.stringify(facts).replaceAll(new RegExp(`(?<![\\w.-])${SHOP.replace(".", "\\.")}`, "g"), PREVIEW));

const runOf = (host: string): AuditRunInfo => ({
  runId: "run_1",
  projectId: "prj_1",
  baseUrl: `https://${host}`,
  perfBudgets: null,
  options: {},
  ...(host === PREVIEW && { preview: { standsFor: `https://${SHOP}`, baseUrl: `https://${PREVIEW}` } }),
});
const packed = async (data: unknown) => (await packGathered(data, (text) => text)) ?? Buffer.alloc(0);
const placeOf = (pillar: AuditPillar, host: string, path: string) => ({
  pillar,
  page: `https://${host}${path}`,
  baseUrl: `https://${host}`,
});

const SECURITY = page(
  { "content-security-policy": null, "strict-transport-security": null },
  {
    cookies: [cookie("session", { secure: false, httpOnly: false })],
    cookieCount: 1,
    plainReferences: [{ url: `http://${SHOP}/old.js`, kind: "script" } as never],
  },
);
const SEO = seoPage(
  {},
  {
    titles: [],
    canonicals: [href(`https://${SHOP}/other`)],
    images: [image({ alt: null })],
    links: [link({ href: `https://${SHOP}/about`, name: "" })],
  },
);
const PRIVACY = asking({ before: snapshot({ cookies: [privacyCookie("_ga", { domain: SHOP })] }) });

describe("the judges of a preview", () => {
  for (const [pillar, data] of [
    ["security", SECURITY],
    ["seo", SEO],
    ["privacy", PRIVACY],
  ] as const)
    it(`of ${pillar} find on its page what they find on the site's`, async () => {
      const judged = async (host: string, given: unknown) => {
        const at = { index: 0, url: `https://${host}/cart`, scenarioLabels: [] };
        return judgePage(pillar, await packed(given), at, runOf(host), placeOf(pillar, host, "/cart"));
      };
      const [own, preview] = [await judged(SHOP, data), await judged(PREVIEW, atPreview(data))];
      expect(own.findings).to.not.deep.equal([]);
      const named = ({ findings }: typeof own) =>
        findings.map(({ rule, fingerprint, cause }) => [rule, fingerprint, cause]);
      expect(named(preview)).to.deep.equal(named(own));
      expect([preview.score, preview.rules]).to.deep.equal([own.score, own.rules]);
      for (const one of preview.findings) expect(one.page).to.equal(`https://${PREVIEW}/cart`);
      expect(JSON.stringify(preview.findings)).not.to.match(/(?<![\w.-])shop\.example/);
    });

  it("name what concerns the whole site alike", async () => {
    const expired = { tls: [tls({ days: -1, error: "certificate has expired" })] };
    const judged = async (host: string, given: unknown) =>
      judgeSite("security", await packed(given), runOf(host), placeOf("security", host, "/"));
    const facts = site([SECURITY], expired);
    const [own, preview] = [await judged(SHOP, facts), await judged(PREVIEW, atPreview(facts))];
    expect(own.findings).to.not.deep.equal([]);
    expect(preview.findings.map(({ fingerprint }) => fingerprint)).to.deep.equal(
      own.findings.map(({ fingerprint }) => fingerprint),
    );
  });

  it("keep a finding of each page that shares a title, however many there are", async () => {
    const pages = Array.from({ length: 1_500 }, (_, at) => sitePage(`/${at}`, { title: "Vases" }));
    const { findings } = await judgeSite(
      "seo",
      await packed(seoSite({ pages })),
      runOf(SHOP),
      placeOf("seo", SHOP, "/"),
    );
    const shared = findings.filter(({ rule }) => rule === "title-duplicate");
    expect(shared).to.have.length(1_500);
    expect(new Set(shared.map(({ cause }) => cause))).to.have.length(1);
  });

  it("take an absolute address of the site as one of the preview, also where it alone names the site", async () => {
    const facts = atPreview(seoPage());
    const absolute = { ...facts, document: { ...facts.document, canonicals: [href(`https://${SHOP}/vases`)] } };
    const at = { index: 0, url: `https://${PREVIEW}/vases`, scenarioLabels: [] };
    const place = placeOf("seo", PREVIEW, "/vases");
    const { findings } = await judgePage("seo", await packed(absolute), at, runOf(PREVIEW), place);
    expect(findings.filter(({ rule }) => rule.includes("canonical"))).to.deep.equal([]);
  });

  it("give what is asked next the addresses of the preview", async () => {
    const { preview } = runOf(PREVIEW);
    const read = await pageForSite("seo", await packed(SEO), preview);
    expect(JSON.stringify(read))
      .to.include(`https://${PREVIEW}/about`)
      .and.not.match(/https:\/\/shop\.example/);
  });
});
