// The page of GET /api/docs: shows the OpenAPI document and sends requests to this installation. Everything becomes text, never markup.

const main = /** @type {HTMLElement} */ (document.getElementById("endpoints"));
const key = /** @type {HTMLInputElement} */ (document.getElementById("key"));
const find = /** @type {HTMLInputElement} */ (document.getElementById("find"));

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string | null | undefined)} children
 */
function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const response = await fetch("/api/mcp/v1/openapi.json");
const openapi = await response.json();

/** Follows a reference within the document. */
function resolved(value) {
  if (typeof value?.$ref !== "string") return value;
  return value.$ref
    .slice(2)
    .split("/")
    .reduce((at, part) => at[part], openapi);
}

/** A schema with its references followed, as deep as is worth reading. */
function readable(schema, depth = 0) {
  const plain = resolved(schema);
  if (depth > 6 || plain === null || typeof plain !== "object") return plain;
  if (Array.isArray(plain)) return plain.map((one) => readable(one, depth + 1));
  return Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, readable(value, depth + 1)]));
}

const pretty = (value) => JSON.stringify(value, null, 2);

/** Made when it is first opened: the gateway's schemas are long. */
function lazily(title, make) {
  const box = element("details", {}, element("summary", {}, title));
  box.addEventListener("toggle", () => {
    if (box.open && box.children.length === 1) box.append(make());
  });
  return box;
}

function parameterTable(parameters) {
  const rows = parameters.map((one) =>
    element(
      "tr",
      {},
      element("td", {}, element("code", {}, one.name)),
      element("td", {}, one.in + (one.required ? ", required" : "")),
      element("td", {}, one.description ?? ""),
      element("td", {}, element("code", {}, JSON.stringify(one.schema))),
    ),
  );
  const head = ["name", "where", "meaning", "schema"].map((name) => element("th", {}, name));
  return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

function answers(responses) {
  const list = Object.entries(responses).map(([status, answer]) => {
    const schema = answer.content?.["application/json"]?.schema;
    const types = Object.keys(answer.content ?? {}).join(", ");
    return element(
      "li",
      {},
      element("strong", {}, status),
      ` ${answer.description} `,
      element("span", { className: "quiet" }, types),
      schema ? lazily("schema", () => element("pre", {}, pretty(readable(schema)))) : null,
    );
  });
  return element("ul", {}, ...list);
}

/** The session's token, for whoever is signed in here. */
async function csrfToken() {
  const session = await fetch("/api/auth/session");
  return session.ok ? (await session.json()).csrfToken : undefined;
}

async function send(method, path, operation, parameters, body) {
  let address = path;
  const query = new URLSearchParams();
  const headers = {};
  for (const { parameter, value } of parameters) {
    if (value === "") continue;
    if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (parameter.in === "query") query.set(parameter.name, value);
    else headers[parameter.name] = value;
  }
  if (key.value !== "") headers["X-API-Key"] = key.value;
  else if (operation.security.some((one) => "csrf" in one)) headers["X-CSRF-Token"] = (await csrfToken()) ?? "";
  if (body) headers["Content-Type"] = "application/json";
  const search = query.size > 0 ? `?${query}` : "";
  const answer = await fetch(address + search, { method: method.toUpperCase(), headers, ...(body ? { body } : {}) });
  const type = answer.headers.get("content-type") ?? "";
  const shown = type.includes("json")
    ? pretty(await answer.json())
    : type.startsWith("text/")
      ? await answer.text()
      : `${(await answer.blob()).size} bytes of ${type}`;
  const told = ["location", "retry-after", "x-request-id"].flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  return [`${answer.status} ${answer.statusText}`, ...told, "", shown].join("\n");
}

function tryIt(method, path, operation, parameters) {
  const inputs = parameters.map((parameter) => ({
    parameter,
    input: element("input", { required: parameter.required === true, spellcheck: false }),
  }));
  const media = operation.requestBody?.content?.["application/json"];
  const examples = Object.entries(media?.examples ?? {});
  const body = media ? element("textarea", { value: pretty(examples[0]?.[1].value ?? {}), spellcheck: false }) : null;
  const choose =
    examples.length > 1 ? element("select", {}, ...examples.map(([name]) => element("option", {}, name))) : null;
  choose?.addEventListener("change", () => {
    body.value = pretty(media.examples[choose.value].value);
  });
  const shown = element("pre", { hidden: true });
  const form = element(
    "form",
    {},
    ...inputs.map(({ parameter, input }) => element("label", {}, parameter.name, input)),
    choose ? element("label", {}, "example", choose) : null,
    body ? element("label", {}, "body", body) : null,
    element("button", {}, "Send"),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = inputs.map(({ parameter, input }) => ({ parameter, value: input.value }));
    shown.hidden = false;
    shown.textContent = "…";
    shown.textContent = await send(method, path, operation, given, body?.value).catch((error) => String(error));
  });
  return element("div", {}, element("h4", {}, "Try it"), form, shown);
}

function endpoint(path, method, operation) {
  const parameters = (operation.parameters ?? []).map(resolved);
  const box = lazily("", () => {
    const schema = operation.requestBody?.content?.["application/json"]?.schema;
    return element(
      "div",
      {},
      operation.description ? element("p", {}, operation.description) : null,
      parameters.length > 0 ? parameterTable(parameters) : null,
      schema ? lazily("Body", () => element("pre", {}, pretty(readable(schema)))) : null,
      answers(operation.responses),
      tryIt(method, path, operation, parameters),
    );
  });
  const title = /** @type {HTMLElement} */ (box.firstElementChild);
  title.append(
    element("span", { className: "method" }, method.toUpperCase()),
    element("code", {}, path),
    ` ${operation.summary}`,
  );
  box.id = operation.operationId;
  box.dataset.words = `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase();
  return box;
}

const operations = Object.entries(openapi.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    tag: operation.tags[0],
    box: endpoint(path, method, operation),
  })),
);
main.replaceChildren(
  ...openapi.tags.map(({ name, description }) =>
    element(
      "section",
      {},
      element("h2", {}, name),
      element("p", { className: "quiet" }, description),
      ...operations.filter(({ tag }) => tag === name).map(({ box }) => box),
    ),
  ),
);
find.addEventListener("input", () => {
  for (const { box } of operations) box.hidden = !box.dataset.words.includes(find.value.trim().toLowerCase());
});
/** @type {HTMLFormElement} */ (document.getElementById("credentials")).addEventListener("submit", (event) =>
  event.preventDefault(),
);
