// What the service says of configurations, as far as the commands look at it.

export type View = Record<string, unknown>;
/** plumbline.yml as data. `features` and `tracking` name files there, and hold their contents on the way. */
export type Config = View & { project?: { slug?: string }; environments?: unknown };

export type Part = { kind: string; name: string };
export type Change = Part & {
  action: "create" | "change" | "delete";
  fields: { path: string; from: string | null; to: string | null }[];
  more: number;
};
export type Applied = {
  project: string;
  changes: Change[];
  kept: Part[];
  refused: (Part & { message: string })[];
  state: string;
};
