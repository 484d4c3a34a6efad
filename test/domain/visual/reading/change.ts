// Changes for tests: fields that are not given default to those of a plain block without details.
import type { Change } from "../../../../domain/visual/reading/change.ts";

export const change = (over: Partial<Change> = {}): Change => ({
  key: "0123456789abcdef",
  kind: "unknown",
  selector: "",
  tag: "",
  role: "",
  name: "",
  at: { landmark: "", heading: "" },
  count: 1,
  text: null,
  image: null,
  styles: [],
  box: null,
  boxBefore: null,
  pushed: 0,
  changedPixels: 100,
  share: 1,
  ...over,
});

export const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
