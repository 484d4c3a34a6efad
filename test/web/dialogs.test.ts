// Every dialog is the one of components/, which focuses its first field, never ✕ or an action that cannot be undone, and asks before it
// discards changes. Every change is sent by lib/change.ts, which sends nothing twice.
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";

const SRC = path.join(import.meta.dirname, "../../web/src");
/** The dialog itself; the palette, which is a field; the menu of a narrow window, which consists of links. */
const OWN = ["app/NavigationDrawer.tsx", "app/Palette.tsx", "components/Dialog.tsx"];
const LIBRARY = /from "@base-ui\/react\/(dialog|alert-dialog|drawer)"|<dialog\b|\b(confirm|prompt)\(/;

describe("one place of the dashboard", () => {
  for (const [what, pattern, places] of [
    ["makes dialogs", LIBRARY, OWN],
    ["sends changes", /\buseMutation\b/, ["lib/change.ts"]],
  ] as const)
    it(what, async () => {
      const found: string[] = [];
      for await (const file of glob("**/*.{ts,tsx}", { cwd: SRC }))
        if (pattern.test(readFileSync(path.join(SRC, file), "utf8"))) found.push(file.split(path.sep).join("/"));
      expect(found.sort()).to.deep.equal(places);
    });
});
