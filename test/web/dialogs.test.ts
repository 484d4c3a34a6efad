// Every dialog is the one of components/: focus starts at its first field, never at ✕ or at an action that cannot be undone.
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";

const SRC = path.join(import.meta.dirname, "../../web/src");
/** The dialog itself; the palette, which is a field; the menu of a narrow window, which consists of links. */
const OWN = ["app/NavigationDrawer.tsx", "app/Palette.tsx", "components/Dialog.tsx"];
const LIBRARY = /from "@base-ui\/react\/(dialog|alert-dialog|drawer)"|<dialog\b|\b(confirm|prompt)\(/;

describe("dialogs of the dashboard", () => {
  it("are made by one component", async () => {
    const found: string[] = [];
    for await (const file of glob("**/*.{ts,tsx}", { cwd: SRC }))
      if (LIBRARY.test(readFileSync(path.join(SRC, file), "utf8"))) found.push(file.split(path.sep).join("/"));
    expect(found.sort()).to.deep.equal(OWN);
  });
});
