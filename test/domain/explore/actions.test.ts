// Which actions are tried on a client-rendered page, and which count as the same and are tried once.
import { expect } from "chai";
import { actionLine, actionsOf } from "../../../domain/explore/actions.ts";
import type { SeenControl, SeenForm, SeenPage } from "../../../domain/explore/explore.ts";
import { readTree, saysLoading, templateOf } from "../../../domain/explore/tree.ts";

const control = (role: string, name: string, more: Partial<SeenControl> = {}): SeenControl => ({
  role,
  name,
  href: "",
  anchor: false,
  route: "",
  inForm: false,
  disabled: false,
  hints: "",
  ...more,
});
const found = (url: string, controls: SeenControl[], { screen = "", forms = [] as SeenForm[] } = {}) => {
  const page: SeenPage = { title: "", forms, controls, scripted: true, busy: false };
  const named = [...controls, ...forms.flatMap(({ fields }) => fields)];
  const tree = readTree(named.map(({ role, name }) => `- ${role} "${name}"`).join("\n"));
  const input = { actions: 2, forms: "safe" as const };
  return actionsOf(page, tree, { url, isAllowed: () => true, input, screen });
};

describe("what an exploration tries in an application", () => {
  it("links that a script answers, but no anchors, and routes beside the number of actions", () => {
    const { acts, leftAlone } = found("https://app.test/", [
      control("link", "To the text", { anchor: true }),
      control("link", "More"),
      control("button", "Help"),
      control("link", "World", { route: "/world" }),
      control("button", "One too many"),
      control("link", "Bye", { route: "/logout", hints: "#/logout" }),
    ]);
    expect(acts.map(({ act }) => actionLine(act))).to.deep.equal([
      'I click the "More" link',
      'I click the "Help" button',
      'I click the "World" link',
    ]);
    expect(leftAlone.map(({ what }) => what)).to.deep.equal(['link "Bye"']);
  });

  it("the first of several of a name, after what there is but once", () => {
    const row = [control("link", "Lamp"), control("button", "Add"), control("button", "Delete")];
    const { acts, leftAlone } = found("https://app.test/", [...row, ...row, control("button", "Help")]);
    expect(acts.map(({ act }) => actionLine(act))).to.deep.equal([
      'I click the "Help" button',
      'I click the "Lamp" link number 1',
    ]);
    expect(leftAlone.map(({ what }) => what)).to.deep.equal(['button "Delete"']);
  });

  const key = (url: string, one: SeenControl | SeenForm, screen = "") =>
    ("method" in one ? found(url, [], { screen, forms: [one] }) : found(url, [one], { screen })).acts[0]?.key;
  const next = control("button", "Continue");
  const world = control("link", "World", { route: "/world" });
  const form = (method: string): SeenForm => ({
    method,
    action: "https://app.test/send",
    hints: "",
    submit: "",
    fields: [
      {
        role: "textbox",
        name: "Words",
        type: "text",
        required: false,
        min: "",
        max: "",
        maxLength: 0,
        options: [],
      },
    ],
    holds: [],
    region: "",
  });
  const app = "https://app.test/";
  const keys: [what: string, a: string | undefined, b: string | undefined, same: boolean][] = [
    ["a button of two pages of one kind", key(`${app}things/1`, next), key(`${app}things/2`, next), true],
    ["a button of two screens at one address", key(app, next, "Address"), key(app, next, "Delivery"), false],
    ["a button of two routes", key(`${app}#/basket`, next), key(`${app}#/check`, next), false],
    ["a route on two screens", key(app, world, "Address"), key(`${app}#/x`, world, "Delivery"), true],
    ["a form that is sent, on two screens", key(app, form("post"), "A"), key(app, form("post"), "B"), true],
    ["a form that a script takes, on two screens", key(app, form("script"), "A"), key(app, form("script"), "B"), false],
  ];
  for (const [what, a, b, same] of keys)
    it(`${what} ${same ? "is" : "is not"} tried once`, () => {
      expect(a).to.be.a("string");
      expect(a === b).to.equal(same);
    });

  for (const [url, template] of [
    ["https://app.test/orders/17#part", "/orders/{n}"],
    ["https://app.test/#/orders/17", "/#/orders/{n}"],
    ["https://app.test/x#!/orders", "/x#/orders"],
  ] as const)
    it(`${url} is of the kind ${template}`, () => void expect(templateOf(url)).to.equal(template));

  for (const [line, says] of [
    ["- paragraph: Loading…", true],
    ["  - status: Bitte warten, wird geladen", true],
    ['- text: "Loading: 3 of 5"', true],
    ["- text: Loading the comments…", true],
    ["- paragraph: Ładowanie", true],
    ['- heading "Loading bay" [level=2]', false],
    ["- paragraph: A truck is loading its goods at the quay all day, and drives off at night.", false],
    ['- link "Downloading files"', false],
  ] as const)
    it(`“${line}” ${says ? "says" : "does not say"} that something is coming`, () =>
      void expect(saysLoading(`- banner\n${line}\n- contentinfo`)).to.equal(says));
});
