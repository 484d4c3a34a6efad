import { expect } from "chai";
import type { InspectionRequest, PageInspection, PageTargets } from "../../../../domain/inspect/inspection.ts";
import { makeToolWorld, type ToolWorld } from "../harness.ts";

const css = { by: "css", value: "#send" } as const;
const role = { by: "role", value: "button", name: "Send", exact: true } as const;
const targets: PageTargets = {
  title: "Contact",
  lang: "en",
  landmarks: [{ role: "main", name: "", selector: "main" }],
  headings: [],
  forms: [{ name: "contact", selector: "form", method: "post", action: "/contact", fields: [], submit: "#send" }],
  elements: [
    {
      role: "button",
      name: "Send",
      selector: "#send",
      visible: true,
      label: null,
      target: { locators: [role, css] },
      count: 1,
    },
    { role: "button", name: "Twin", selector: "#a", visible: true, label: null, target: { locators: [] }, count: 2 },
  ],
  totals: { landmarks: 1, headings: 0, forms: 1, elements: 5, hidden: 0 },
};

describe("frt_inspect_page", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
    world.engine.look = (({ url, wish }: InspectionRequest<"targets">): PageInspection<"targets"> => ({
      state: "seen",
      finalUrl: url,
      status: 200,
      loaded: true,
      data: wish.within === "#no" ? null : targets,
    })) as typeof world.engine.look;
  });
  after(() => world.close());

  it("answers the best locator and the others, and says what a name alone does not tell", async () => {
    const body = await world.call("frt_inspect_page", { url: "/contact" });
    const [send, twin] = body.data.elements;
    expect(send).to.deep.include({ name: "Send", locator: role, alternatives: [css], count: 1 });
    expect(twin).to.deep.include({ locator: null, alternatives: [], count: 2 });
    expect(body.summary).to.include("1 share their role and name");
    expect(body.warnings?.join(" ")).to.include("3 more controls not listed");
  });

  it("says that nothing matches a part", async () => {
    await world.refused("frt_inspect_page", { url: "/contact", within: "#no" }, 422, "tool_error");
  });
});
