import { html, type Page, type PageContext } from "../core.ts";
import { icon } from "../icons.ts";
import { crumbs, field, note } from "../parts.ts";

export const demoMember = { email: "demo@juniperandoak.example", password: "slow-mornings" };

const signInDescription =
  "Sign in to follow your orders, ask for a repair and keep your address for the next time you shop with us.";

function password(context: PageContext, autocomplete: string, value = "") {
  const name = context.flaw("a11y-unnamed-button") ? "" : html` aria-label="Show password"`;
  return html`
<div class="field"><label class="label" for="password">Password</label><div class="with-button"><input id="password" name="password" type="password" autocomplete="${autocomplete}" minlength="8"${value === "" ? "" : html` value="${value}"`} required><button type="button" class="icon-button" data-reveal="password"${name}>${icon("eye")}</button></div></div>`;
}

export function signInPage(context: PageContext): Page {
  const failed = context.query.get("failed") === "1";
  // Feature files contain no password, so this address fills in the guest password that the page shows anyway.
  const guest = context.query.get("as") === "guest";
  return {
    path: "/sign-in",
    title: "Sign in to your account | Juniper & Oak",
    description: signInDescription,
    pageType: "account",
    body: html`
<div class="wrap narrow form-page">${crumbs(["/", "Home"], ["/sign-in", "Sign in"])}
<h1>Welcome back</h1><p class="lede">Sign in to follow your orders and repairs.</p>
<form method="post" action="/sign-in" class="${context.flaw("visual-missing-shadow") ? "panel flat" : "panel"}" id="sign-in-form">${failed && html`<p class="notice problem" role="alert">That e-mail address and password do not belong together.</p>`}
${field({ name: "email", label: "E-mail address", type: "email", autocomplete: "username", ...(guest && { value: demoMember.email }) })}${password(context, "current-password", guest ? demoMember.password : "")}
<button class="button wide">Sign in</button>
<p class="meta">For a look around: ${demoMember.email}, password ${demoMember.password}.</p>
</form>
<p class="form-foot">New here? <a href="/register">Create an account</a></p></div>`,
  };
}

export function registerPage(context: PageContext): Page {
  return {
    path: "/register",
    title: "Create your account in a minute | Juniper & Oak",
    description: context.flaw("seo-duplicate-description")
      ? signInDescription
      : "Open an account to follow your orders, ask for repairs and hear first about new pieces. It takes a name, an address and a password.",
    pageType: "account",
    body: html`
<div class="wrap narrow form-page">${crumbs(["/", "Home"], ["/register", "Create an account"])}
<h1>Make yourself at home</h1><p class="lede">An account keeps your orders, repairs and favourites in one place.</p>
<form method="post" action="/register" class="${context.flaw("visual-faint-colour") ? "panel tinted" : "panel"}" id="register-form">
${field({ name: "name", label: "Name", autocomplete: "name" })}${field({ name: "email", label: "E-mail address", type: "email", autocomplete: "email" })}${password(context, "new-password", context.query.get("as") === "guest" ? demoMember.password : "")}
<label class="choice plain"><input type="checkbox" name="letters" value="yes"><span>Send me the monthly letter</span></label>
<button class="button wide">Create the account</button>
</form>
<p class="form-foot">Already with us? <a href="/sign-in">Sign in to your account</a></p></div>`,
  };
}

export function accountPage(context: PageContext): Page {
  const arrived = context.query.get("welcome");
  const event = arrived === "new" ? "sign_up" : arrived === "back" ? "login" : undefined;
  return {
    path: "/account",
    title: "Your account | Juniper & Oak",
    description: "Your orders and repairs at a glance.",
    pageType: "account",
    unlisted: true,
    events: event ? [{ event, method: "email" }] : [],
    body: html`
<div class="wrap narrow form-page">${crumbs(["/", "Home"], ["/account", "Account"])}
<h1>Hello, ${context.member ?? "guest"}</h1>${arrived !== null && note(arrived === "new" ? "Your account is ready." : "You are signed in.")}
<p class="lede">You have no open orders. Everything is where it should be.</p>
<form method="post" action="/sign-out"><button class="button quiet">Sign out</button></form></div>`,
  };
}
