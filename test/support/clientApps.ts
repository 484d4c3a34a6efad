// Small client-rendered applications for explorations. Each screen has a unique heading, which shows whether it was found.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SiteAccess } from "../../domain/visual/shot.ts";

export type ClientApp = {
  name: string;
  /** Path of the first screen. */
  path: string;
  /** Headings of all existing screens. */
  screens: readonly string[];
  /** Renders with `show(html)`; `on(selector, event, do)` adds a listener to an element of the current screen. */
  script: string;
  access?: SiteAccess;
};

/** Only the sign-in presses this button, because explorations never submit passwords. */
const SIGN_IN: NonNullable<SiteAccess["signIn"]> = {
  url: "/members/",
  steps: [
    { op: "fill", selector: "#user", value: "ada" },
    { op: "fill", selector: "#word", value: "open-sesame" },
    { op: "click", selector: "#enter" },
  ],
};

const MEMBERS = `
  const screens = {
    Overview: '<a href="#orders">Orders</a> <button id=profile>Profile</button>',
    Orders: '<ul><li><a href="#order-7">Order 7</a></ul>',
    "Order seven": "<p>Two lamps</p>",
    "Your profile": "<p>Ada</p>",
  };
  const routes = { "#orders": "Orders", "#order-7": "Order seven" };
  const draw = (name) => {
    show('<h1 id=hello>' + name + '</h1>' + screens[name]);
    on("#profile", "click", () => draw("Your profile"));
  };
  const route = () => {
    if (KEEP.getItem("member") === "ada") return draw(routes[location.hash] || "Overview");
    show('<h1>Welcome</h1><label>User <input id=user></label><label>Word <input id=word type=password></label><button id=enter>Enter</button>');
    on("#enter", "click", () => {
      if (document.querySelector("#word").value !== "open-sesame") return;
      KEEP.setItem("member", "ada");
      route();
    });
  };
  addEventListener("hashchange", route);
  route();`;

export const CLIENT_APPS: readonly ClientApp[] = [
  {
    name: "hash routes",
    path: "/news/",
    screens: ["Front page", "World", "Story one", "Story two", "Imprint"],
    script: `
      const screens = {
        "": ["Front page", '<a href="#content">To the text</a><p id=content>Words</p>'],
        "/world": ["World", '<a href="#/world/1">Read one</a> <a href="/news/#/world/2">Read two</a>'],
        "/world/1": ["Story one", "<p>One</p>"],
        "/world/2": ["Story two", "<p>Two</p>"],
        "/imprint": ["Imprint", "<p>Us</p>"],
      };
      const route = () => {
        const [title, body] = screens[location.hash.slice(1)] || screens[""];
        show('<nav><a href="#/">Front</a> <a href="#/world">World news</a> <a href="#/imprint">About us</a></nav><main><h1>' + title + "</h1>" + body + "</main>");
      };
      addEventListener("hashchange", route);
      route();`,
  },
  {
    name: "history routes and a wizard",
    path: "/shop/",
    screens: ["Shelves", "Lamps", "A tall lamp", "Basket", "Address", "Delivery", "Check"],
    script: `
      const steps = ["Basket", "Address", "Delivery", "Check"];
      const go = (path) => { history.pushState(null, "", path); route(); };
      const wizard = (at) => {
        show("<h1>" + steps[at] + "</h1>" + (at < 3 ? "<button id=next>Continue</button>" : "<p>All of it</p>"));
        on("#next", "click", () => wizard(at + 1));
      };
      const route = () => {
        const { pathname } = location;
        if (pathname === "/shop/basket") return wizard(0);
        if (pathname === "/shop/lamps") show('<h1>Lamps</h1><a href="/shop/lamps/tall">A tall one</a>');
        else if (pathname === "/shop/lamps/tall") show("<h1>A tall lamp</h1><button id=basket>Into the basket</button>");
        else show('<h1>Shelves</h1><a href="/shop/lamps">All lamps</a> <a href="/shop/basket">What I have</a>');
        on("#basket", "click", () => go("/shop/basket"));
        for (const link of document.querySelectorAll("a")) link.onclick = (event) => { event.preventDefault(); go(link.pathname); };
      };
      addEventListener("popstate", route);
      route();`,
  },
  {
    name: "a list that comes after a press",
    path: "/list/",
    screens: ["Nothing yet", "Three things", "A kettle", "Five things"],
    script: `
      const page = (html) => show("<header><button>Help</button></header>" + html);
      page("<h1>Nothing yet</h1><button id=load>Show the list</button>");
      on("#load", "click", () => {
        page("<h1>Nothing yet</h1><p>Loading…</p>");
        setTimeout(() => {
          page('<h1>Three things</h1><ul><li><a href="#" id=kettle>Kettle</a><li>Cup<li>Spoon</ul><a href="javascript:void(0)" id=more>More of them</a>');
          on("#kettle", "click", (event) => { event.preventDefault(); page("<h1>A kettle</h1>"); });
          on("#more", "click", () => {
            page("<h1>Three things</h1><div aria-busy=true></div>");
            setTimeout(() => page("<h1>Five things</h1>"), 900);
          });
        }, 900);
      });`,
  },
  {
    name: "a form that adds rows",
    path: "/rows/",
    screens: ["No guests", "One guest", "Guest list", "Table plan"],
    script: `
      const guests = JSON.parse(localStorage.getItem("guests") || "[]");
      const draw = (view) => {
        const title = view || (guests.length === 0 ? "No guests" : "One guest");
        show("<h1>" + title + '</h1><div><label>Guest <input id=guest></label> <button id=add>Add guest</button></div><ul>' +
          guests.map((one) => "<li>" + one).join("") + "</ul>" +
          (guests.length ? '<button id=all>List</button> <button id=plan>Plan</button>' : ""));
        on("#add", "click", () => {
          const value = document.querySelector("#guest").value.trim();
          if (value === "") return;
          guests.push(value);
          localStorage.setItem("guests", JSON.stringify(guests));
          draw();
        });
        on("#all", "click", () => draw("Guest list"));
        on("#plan", "click", () => draw("Table plan"));
      };
      draw();`,
  },
  {
    name: "a field that adds rows on Enter",
    path: "/tasks/",
    screens: ["Tasks", "Things to do", "Open tasks", "Done tasks"],
    script: `
      const tasks = JSON.parse(localStorage.getItem("tasks") || "[]");
      const draw = () => {
        const view = { "#/active": "Open tasks", "#/done": "Done tasks" }[location.hash];
        show("<h1>" + (tasks.length === 0 ? "Tasks" : view || "Things to do") +
          '</h1><input id=new placeholder="What is to be done?">' + (tasks.length === 0 ? "" : "<ul>" + tasks.map((one) => '<li><input type=checkbox aria-label="Done: ' + one + '"> ' + one).join("") +
          '</ul><footer><a href="#/">All</a> <a href="#/active">Active</a> <a href="#/done">Completed</a></footer>'));
        on("#new", "keydown", (event) => {
          if (event.key !== "Enter" || event.target.value === "") return;
          tasks.push(event.target.value);
          localStorage.setItem("tasks", JSON.stringify(tasks));
          draw();
        });
      };
      addEventListener("hashchange", draw);
      draw();`,
  },
  {
    name: "a sign-in that nobody gave",
    path: "/members/",
    screens: ["Welcome"],
    script: MEMBERS.replaceAll("KEEP", "sessionStorage"),
  },
  {
    name: "a sign-in, kept for the tab",
    path: "/members/",
    screens: ["Overview", "Orders", "Order seven", "Your profile"],
    script: MEMBERS.replaceAll("KEEP", "sessionStorage"),
    access: { signIn: SIGN_IN },
  },
  {
    name: "a sign-in, kept in the browser",
    path: "/club/",
    screens: ["Overview", "Orders", "Order seven", "Your profile"],
    script: MEMBERS.replaceAll("KEEP", "localStorage"),
    access: { signIn: { ...SIGN_IN, url: "/club/" } },
  },
];

const documentOf = ({
  name,
  script,
}: ClientApp): string => `<!doctype html><html lang="en"><head><title>${name}</title></head>
<body><div id="app"></div><script>
const show = (html) => { document.querySelector("#app").innerHTML = html; };
const on = (selector, event, act) => { const found = document.querySelector(selector); if (found) found.addEventListener(event, act); };
setTimeout(() => {${script}}, 100);
</script></body></html>`;

/**
 * Serves all applications on one origin. Every path below an application's path returns that application, as servers of single-page
 * applications do.
 */
export async function startClientApps() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    const app = CLIENT_APPS.find(({ path }) => pathname.startsWith(path));
    if (pathname === "/robots.txt" || !app) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(documentOf(app));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
