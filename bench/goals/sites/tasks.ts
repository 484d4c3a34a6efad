// A task list rendered by a script and stored in the browser, so that the server's document contains none of it.
import { type ServedSite, serve } from "./serve.ts";

const script = (): void => {
  type Task = { text: string; done: boolean };
  type Shown = "all" | "open" | "done";
  const app = document.getElementById("app") as HTMLElement;
  const element = (tag: string, attributes: Record<string, string> = {}, ...inside: (Node | string)[]): HTMLElement => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  };
  let tasks: Task[] = [];
  let shown: Shown = "all";
  let sort = "added";
  let told = "";
  const keep = (): void => localStorage.setItem("tasks", JSON.stringify(tasks));
  const on = (node: HTMLElement, event: string, act: (happened: Event) => void): HTMLElement => {
    node.addEventListener(event, act);
    return node;
  };
  const go = (path: string): void => {
    history.pushState(null, "", path);
    told = "";
    render();
  };
  const link = (path: string, text: string): HTMLElement =>
    on(element("a", { href: path }, text), "click", (event) => {
      event.preventDefault();
      go(path);
    });

  const row = (task: Task): HTMLElement => {
    const box = element("input", { type: "checkbox", "aria-label": "Done" }) as HTMLInputElement;
    box.checked = task.done;
    on(box, "change", () => {
      task.done = box.checked;
      keep();
      render();
    });
    const out = on(element("button", { type: "button" }, "Delete"), "click", () => {
      tasks = tasks.filter((one) => one !== task);
      keep();
      render();
    });
    return element("li", {}, box, element("span", task.done ? { class: "done" } : {}, task.text), out);
  };
  const list = (): Node[] => {
    const field = element("input", { placeholder: "What needs to be done?", type: "text" }) as HTMLInputElement;
    on(field, "keydown", (event) => {
      if ((event as KeyboardEvent).key !== "Enter") return;
      told = field.value.trim() === "" ? "Write something first." : "";
      if (told === "") tasks.push({ text: field.value.trim(), done: false });
      keep();
      render();
    });
    const visible = tasks
      .filter(({ done }) => shown === "all" || done === (shown === "done"))
      .sort((a, b) => (sort === "name" ? a.text.localeCompare(b.text) : 0));
    const order = element(
      "select",
      { name: "sort" },
      ...[
        ["added", "In the order added"],
        ["name", "By name"],
      ].map(([value = "", text = ""]) => element("option", sort === value ? { value, selected: "" } : { value }, text)),
    ) as HTMLSelectElement;
    on(order, "change", () => {
      sort = order.value;
      render();
    });
    const filters = (
      [
        ["all", "All"],
        ["open", "Open"],
        ["done", "Finished"],
      ] as const
    ).map(([value, text]) =>
      on(element("button", { type: "button", "aria-pressed": String(shown === value) }, text), "click", () => {
        shown = value;
        render();
      }),
    );
    const left = tasks.filter(({ done }) => !done).length;
    const clear = on(element("button", { type: "button" }, "Clear finished"), "click", () => {
      tasks = tasks.filter(({ done }) => !done);
      keep();
      render();
    });
    return [
      element("h1", {}, "My tasks"),
      field,
      ...(told === "" ? [] : [element("p", { role: "alert" }, told)]),
      element("div", { class: "bar" }, ...filters, order),
      visible.length === 0 ? element("p", {}, "Nothing to do.") : element("ul", {}, ...visible.map(row)),
      element("p", { role: "status" }, `${left} ${left === 1 ? "task" : "tasks"} left`),
      ...(tasks.some(({ done }) => done) ? [clear] : []),
    ];
  };
  const settings = (): Node[] => {
    const named = (text: string, field: HTMLElement): HTMLElement => element("label", {}, text, field);
    const name = element("input", { type: "text" }) as HTMLInputElement;
    name.value = localStorage.getItem("name") ?? "";
    const form = element(
      "form",
      {},
      named("Your name ", name),
      named(
        "Language ",
        element("select", {}, ...["English", "German", "French"].map((one) => element("option", {}, one))),
      ),
      named("Send me a daily summary ", element("input", { type: "checkbox" })),
      element(
        "fieldset",
        {},
        element("legend", {}, "The week begins on"),
        named("Monday ", element("input", { type: "radio", name: "first", checked: "" })),
        named("Sunday ", element("input", { type: "radio", name: "first" })),
      ),
      element("button", {}, "Save settings"),
    );
    on(form, "submit", (event) => {
      event.preventDefault();
      const wrong = name.value.trim() === "";
      if (!wrong) localStorage.setItem("name", name.value.trim());
      form.querySelector("[role]")?.remove();
      form.append(
        element(
          "p",
          { role: wrong ? "alert" : "status" },
          wrong ? "Enter your name." : `Settings saved, ${name.value}.`,
        ),
      );
    });
    return [element("h1", {}, "Settings"), form];
  };
  const help = (): Node[] => [
    element("h1", {}, "Help"),
    ...[
      ["How do I share a list?", "Lists are yours alone: they stay in this browser."],
      ["Where are my tasks kept?", "In the storage of your browser."],
    ].map(([question = "", reply = ""]) =>
      element("details", {}, element("summary", {}, question), element("p", {}, reply)),
    ),
  ];
  const render = (): void => {
    const pages: Record<string, () => Node[]> = { "/": list, "/settings": settings, "/help": help };
    const page = pages[location.pathname] ?? (() => [element("h1", {}, "No such page")]);
    app.replaceChildren(
      element(
        "nav",
        { "aria-label": "Main" },
        link("/", "Tasks"),
        " ",
        link("/settings", "Settings"),
        " ",
        link("/help", "Help"),
      ),
      element("main", {}, ...page()),
    );
  };
  addEventListener("popstate", render);
  fetch("/tasks.json")
    .then((answer) => answer.json())
    .then((given: Task[]) => {
      const kept = localStorage.getItem("tasks");
      tasks = kept === null ? given : (JSON.parse(kept) as Task[]);
      render();
    });
};

const DOCUMENT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tasks</title>
<style>body{font:16px/1.6 sans-serif;margin:2rem auto;max-width:40rem}li,label{display:block;padding:4px}.done{text-decoration:line-through}</style></head>
<body><div id="app"></div><script src="/app.js"></script></body></html>`;
const FIRST = [
  { text: "Water the plants", done: false },
  { text: "Call Mira", done: false },
];

export const startTasksSite = (): Promise<ServedSite> =>
  serve(({ url }) => {
    if (url.pathname === "/app.js") return { headers: { "content-type": "text/javascript" }, body: `(${script})();` };
    if (url.pathname === "/tasks.json")
      return { headers: { "content-type": "application/json" }, body: JSON.stringify(FIRST) };
    if (/\.\w+$/.test(url.pathname)) return { status: 404 };
    return { body: DOCUMENT };
  });
