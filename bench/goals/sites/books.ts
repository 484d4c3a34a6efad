// A bookshop with a catalogue of cards, a basket and an account. Its home page is in four languages.
import { type Answer, type Asked, type ServedSite, serve } from "./serve.ts";

export const READER = { user: "reader@lantern.example", password: "paper-moon-7" } as const;

type Book = { slug: string; title: string; author: string; genre: string; price: number };
const BOOKS: readonly Book[] = [
  { slug: "the-salt-road", title: "The Salt Road", author: "Ines Haug", genre: "Travel", price: 18.5 },
  { slug: "night-gardens", title: "Night Gardens", author: "Tomas Weir", genre: "Poetry", price: 12 },
  { slug: "small-engines", title: "Small Engines", author: "Ruth Okoye", genre: "Science", price: 24.9 },
  { slug: "the-glass-orchard", title: "The Glass Orchard", author: "Ines Haug", genre: "Novel", price: 15.25 },
  { slug: "winter-bread", title: "Winter Bread", author: "Paul Lindh", genre: "Cooking", price: 29 },
];
const money = (amount: number): string => `€ ${amount.toFixed(2)}`;

const WORDS = {
  en: {
    home: "Books by lantern light",
    books: "Books",
    basket: "Basket",
    signIn: "Sign in",
    add: "Add to basket",
    letter: "Your e-mail",
    join: "Subscribe",
    thanks: "Thank you for subscribing.",
  },
  de: {
    home: "Bücher bei Laternenlicht",
    books: "Bücher",
    basket: "Warenkorb",
    signIn: "Anmelden",
    add: "In den Warenkorb",
    letter: "Ihre E-Mail",
    join: "Abonnieren",
    thanks: "Danke für Ihr Abonnement.",
  },
  es: {
    home: "Libros a la luz del farol",
    books: "Libros",
    basket: "Carrito",
    signIn: "Iniciar sesión",
    add: "Añadir al carrito",
    letter: "Su correo",
    join: "Suscribirse",
    thanks: "Gracias por suscribirse.",
  },
  fr: {
    home: "Des livres à la lanterne",
    books: "Livres",
    basket: "Panier",
    signIn: "Se connecter",
    add: "Ajouter au panier",
    letter: "Votre courriel",
    join: "S'abonner",
    thanks: "Merci de votre abonnement.",
  },
} as const;
type Language = keyof typeof WORDS;

const page = ({ cookies }: Asked, language: Language, title: string, main: string): Answer => {
  const words = WORDS[language];
  const from = language === "en" ? "" : `/${language}`;
  const count = linesOf(cookies).length;
  const account = cookies.get("reader")
    ? '<a href="/account">Your account</a>'
    : `<a href="${from}/sign-in">${words.signIn}</a>`;
  return {
    body: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title} | Lantern Books</title>
<style>body{font:16px/1.6 sans-serif;margin:2rem auto;max-width:52rem}.card{border:1px solid #ccc;padding:8px;margin:8px 0}nav a{margin-right:1rem}</style></head>
<body><nav aria-label="Main"><a href="${from}/">Lantern</a><a href="${from}/books">${words.books}</a>${account}<a href="/basket">${words.basket} (${count})</a></nav>
<main><h1>${title}</h1>${main}</main></body></html>`,
  };
};

const linesOf = (cookies: Map<string, string>): string[] => (cookies.get("basket") ?? "").split(".").filter(Boolean);
const bookOf = (slug: string): Book | undefined => BOOKS.find((book) => book.slug === slug);
const to = (location: string, ...cookies: string[]): Answer => ({
  status: 303,
  headers: { location, ...(cookies.length > 0 && { "set-cookie": cookies[0] ?? "" }) },
});
const addForm = (slug: string, words: string): string =>
  `<form method="post" action="/basket"><input type="hidden" name="slug" value="${slug}"><button>${words}</button></form>`;

function books(asked: Asked, language: Language): Answer {
  const { searchParams } = asked.url;
  const [words, genre, sort] = [
    searchParams.get("q") ?? "",
    searchParams.get("genre") ?? "",
    searchParams.get("sort") ?? "",
  ];
  const found = BOOKS.filter(
    (book) =>
      `${book.title} ${book.author}`.toLowerCase().includes(words.toLowerCase()) &&
      (genre === "" || book.genre === genre),
  ).sort((a, b) => (sort === "Price" ? a.price - b.price : sort === "Title" ? a.title.localeCompare(b.title) : 0));
  const option = (value: string, chosen: string) => `<option${value === chosen ? " selected" : ""}>${value}</option>`;
  const form = `<form action="/books"><label>Search books <input type="search" name="q" value="${words.replaceAll('"', "")}"></label>
<label>Genre <select name="genre" onchange="this.form.submit()"><option value="">All</option>${[...new Set(BOOKS.map((book) => book.genre))].map((one) => option(one, genre)).join("")}</select></label>
<label>Sort by <select name="sort" onchange="this.form.submit()">${["Newest", "Price", "Title"].map((one) => option(one, sort)).join("")}</select></label><button>Search</button></form>`;
  const cards = found.map(
    ({ slug, title, author, price }) =>
      `<div class="card"><h3><a href="/books/${slug}">${title}</a></h3><p>${author}</p><p>${money(price)}</p>${addForm(slug, WORDS[language].add)}</div>`,
  );
  return page(
    asked,
    language,
    WORDS[language].books,
    `${form}<p role="status">${found.length} books found</p>${cards.join("") || "<p>No books match.</p>"}`,
  );
}

function book(asked: Asked, { slug, title, author, genre, price }: Book): Answer {
  const sent = asked.url.searchParams.has("reviewed") ? '<p role="status">Thank you for your review.</p>' : "";
  return page(
    asked,
    "en",
    title,
    `<p>${author}</p><p>${genre}</p><p>${money(price)}</p>${addForm(slug, WORDS.en.add)}
<h2>Reviews</h2>${sent}<form method="post" action="/books/${slug}/reviews"><label>Your review <textarea name="text" required></textarea></label>
<label>Rating <select name="rating"><option>5 stars</option><option>4 stars</option><option>3 stars</option></select></label><button>Send review</button></form>`,
  );
}

function basket(asked: Asked): Answer {
  const chosen = linesOf(asked.cookies).flatMap((slug) => bookOf(slug) ?? []);
  const code = asked.url.searchParams.get("code");
  const off = code === "LANTERN10";
  const total = chosen.reduce((sum, { price }) => sum + price, 0) * (off ? 0.9 : 1);
  if (chosen.length === 0) return page(asked, "en", "Your basket", "<p>Your basket is empty.</p>");
  const rows = chosen.map(
    ({ slug, title, price }) =>
      `<tr><td>${title}</td><td>${money(price)}</td><td><form method="post" action="/basket/remove"><input type="hidden" name="slug" value="${slug}"><button>Remove</button></form></td></tr>`,
  );
  const told =
    code === null
      ? ""
      : off
        ? '<p role="status">10 % off your order.</p>'
        : '<p role="alert">This code is not valid.</p>';
  return page(
    asked,
    "en",
    "Your basket",
    `<table><tbody>${rows.join("")}</tbody></table><p>Total: ${money(total)}</p>
<form action="/basket"><label>Discount code <input name="code"></label><button>Apply</button></form>${told}<a href="/checkout">Go to checkout</a>`,
  );
}

function signIn(asked: Asked): Answer {
  const failed = asked.url.searchParams.has("failed") ? '<p role="alert">E-mail or password is wrong.</p>' : "";
  return page(
    asked,
    "en",
    "Sign in",
    `${failed}<form method="post" action="/sign-in"><label>E-mail <input type="email" name="user"></label>
<label>Password <input type="password" name="password"></label><button>Sign in</button></form><a href="/forgotten">Forgot your password?</a>`,
  );
}

function account(asked: Asked): Answer {
  if (!asked.cookies.get("reader")) return to("/sign-in");
  return page(
    asked,
    "en",
    "Your shelf",
    `<p role="status">You are signed in.</p><table><caption>Your orders</caption><thead><tr><th>Order</th><th>Book</th><th></th></tr></thead>
<tbody><tr><td>LB-1001</td><td>Winter Bread</td><td><a href="/orders/1001">Details</a></td></tr><tr><td>LB-1002</td><td>Night Gardens</td><td><a href="/orders/1002">Details</a></td></tr></tbody></table>
<form method="post" action="/sign-out"><button>Sign out</button></form>`,
  );
}

function home(asked: Asked, language: Language): Answer {
  const words = WORDS[language];
  const from = language === "en" ? "" : `/${language}`;
  const joined = asked.url.searchParams.has("joined") ? `<p role="status">${words.thanks}</p>` : "";
  return page(
    asked,
    language,
    words.home,
    `<p><a href="/books/the-salt-road">The Salt Road</a></p>
<form method="post" action="${from}/letter"><label>${words.letter} <input type="email" name="email" required></label><button>${words.join}</button></form>${joined}`,
  );
}

function checkout(asked: Asked): Answer {
  if (!asked.cookies.get("reader")) return to("/sign-in");
  return page(
    asked,
    "en",
    "Checkout",
    `<form method="post" action="/checkout"><label>Street and number <input name="street"></label><label>City <input name="city"></label>
<fieldset><legend>Delivery</legend><label><input type="radio" name="way" checked> Standard</label><label><input type="radio" name="way"> Express</label></fieldset>
<label><input type="checkbox" name="gift"> Wrap it as a gift</label><button>Place order</button></form>`,
  );
}

function answer(asked: Asked): Answer {
  const { method, url, form, cookies } = asked;
  const [, tongue] = /^\/(de|es|fr)(?=\/|$)/.exec(url.pathname) ?? [];
  const language = (tongue ?? "en") as Language;
  const path = (tongue ? url.pathname.slice(3) : url.pathname) || "/";
  const slug = form.get("slug") ?? "";
  if (method === "POST") {
    if (path === "/basket") return to("/basket", `basket=${[...linesOf(cookies), slug].join(".")}; path=/`);
    if (path === "/basket/remove")
      return to(
        "/basket",
        `basket=${linesOf(cookies)
          .filter((one) => one !== slug)
          .join(".")}; path=/`,
      );
    if (path === "/letter") return to(`${tongue ? `/${tongue}` : ""}/?joined=1`);
    if (path === "/sign-out") return to("/", "reader=; path=/; max-age=0");
    if (path.endsWith("/reviews")) return to(`${path.replace("/reviews", "")}?reviewed=1`);
    if (path === "/checkout") return to("/thanks", "basket=; path=/; max-age=0");
    if (path === "/sign-in")
      return form.get("user") === READER.user && form.get("password") === READER.password
        ? to("/account", "reader=1; path=/")
        : to("/sign-in?failed=1");
  }
  const found = bookOf(path.replace("/books/", ""));
  if (path === "/") return home(asked, language);
  if (path === "/books") return books(asked, language);
  if (found && path.startsWith("/books/")) return book(asked, found);
  if (path === "/basket") return basket(asked);
  if (path === "/sign-in") return signIn(asked);
  if (path === "/account") return account(asked);
  if (path === "/checkout") return checkout(asked);
  if (path === "/thanks") return page(asked, "en", "Thank you", "<p>Your order LB-1003 is on its way.</p>");
  if (path === "/forgotten")
    return page(
      asked,
      "en",
      "New password",
      '<form action="/forgotten"><label>E-mail <input name="email"></label><button>Send the link</button></form>',
    );
  if (path.startsWith("/orders/"))
    return page(asked, "en", `Order LB-${path.slice("/orders/".length)}`, "<p>Sent on Monday.</p>");
  return { ...page(asked, "en", "No such page", ""), status: 404 };
}

export const startBooksSite = (): Promise<ServedSite> => serve(answer);
