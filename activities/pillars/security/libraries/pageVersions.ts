// Reads from the page itself which libraries it runs. The page may lie, so a result is used only if it looks like a version.
import type { PageLease } from "../../../../browsers/browserPool.ts";
import type { Guard } from "../../../../browsers/page/guard.ts";

/** Where libraries store their version, by the names of Retire.js's repository. Several paths: any of them. */
const PATHS: readonly [component: string, path: string][] = [
  ["jquery", "jQuery.fn.jquery"],
  ["jquery-ui", "jQuery.ui.version"],
  ["jquery-migrate", "jQuery.migrateVersion"],
  ["jquery-mobile", "jQuery.mobile.version"],
  ["jquery-validation", "jQuery.validation.version"],
  ["jquery-ui-autocomplete", "jQuery.ui.autocomplete.version"],
  ["jquery-ui-dialog", "jQuery.ui.dialog.version"],
  ["jquery-ui-tooltip", "jQuery.ui.tooltip.version"],
  ["jquery.datatables", "jQuery.fn.dataTable.version"],
  ["jquery.prettyPhoto", "jQuery.prettyPhoto.version"],
  ["jPlayer", "jQuery.jPlayer.prototype.version.script"],
  ["angularjs", "angular.version.full"],
  ["backbone.js", "Backbone.VERSION"],
  ["bootstrap", "bootstrap.Tooltip.VERSION"],
  ["bootstrap", "jQuery.fn.tooltip.Constructor.VERSION"],
  ["vue", "Vue.version"],
  ["react", "React.version"],
  ["react-dom", "ReactDOM.version"],
  ["ember", "Ember.VERSION"],
  ["knockout", "ko.version"],
  ["moment.js", "moment.version"],
  ["handlebars", "Handlebars.VERSION"],
  ["mustache.js", "Mustache.version"],
  ["prototypejs", "Prototype.Version"],
  ["YUI", "YUI.version"],
  ["ckeditor", "CKEDITOR.version"],
  ["ckeditor5", "CKEDITOR_VERSION"],
  ["DOMPurify", "DOMPurify.version"],
  ["axios", "axios.VERSION"],
  ["chart.js", "Chart.version"],
  ["highcharts", "Highcharts.version"],
  ["froala", "FroalaEditor.VERSION"],
  ["jszip", "JSZip.version"],
  ["mathjax", "MathJax.version"],
  ["pdf.js", "pdfjsLib.version"],
  ["nextjs", "next.version"],
  ["plupload", "plupload.VERSION"],
  ["ua-parser-js", "UAParser.VERSION"],
  ["c3", "c3.version"],
  ["AlaSQL", "alasql.version"],
  ["DWR", "dwr.version"],
  ["ExtJS", "Ext.versions.extjs.version"],
  ["ExtJS", "Ext.version"],
  ["mootools", "MooTools.version"],
  ["svelte", "svelte.VERSION"],
];

/** Our own expressions, run in the page, for libraries without such a path. */
const READINGS: readonly [component: string, expression: string][] = [
  ["@angular/core", "document.querySelector('[ng-version]').getAttribute('ng-version')"],
  ["dojo", "[dojo.version.major, dojo.version.minor, dojo.version.patch].join('.')"],
  ["pendo", "pendo.VERSION.split('_')[0]"],
  ["threejs", "'0.' + __THREE__ + '.0'"],
  ["tinyMCE", "tinyMCE.majorVersion + '.' + tinyMCE.minorVersion"],
  // A bundled application hides its framework, except from the element that it is mounted on.
  ["vue", "document.querySelector('[data-v-app]').__vue_app__.version"],
  ["vue", "[...document.body.children].slice(0, 50).find((one) => one.__vue__).__vue__.$options._base.version"],
  // Both store it in `_.VERSION`; only lodash's template settings import itself.
  ["lodash", "_.templateSettings && _.templateSettings.imports && _.VERSION"],
  ["underscore.js", "!(_.templateSettings && _.templateSettings.imports) && _.VERSION"],
];

/** Libraries whose version is read from the page itself. */
export const ASKED_COMPONENTS: ReadonlySet<string> = new Set([...PATHS, ...READINGS].map(([component]) => component));

const READ_PATHS = `(() => {
  const out = [];
  for (const [component, path] of ${JSON.stringify(PATHS)}) {
    try {
      let value = globalThis;
      for (const name of path.split(".")) value = value[name];
      if (typeof value === "string") out.push([component, value.slice(0, 60)]);
    } catch {}
  }
  for (const [component, read] of [${READINGS.map(([name, expression]) => `["${name}", () => ${expression}]`).join(",")}]) {
    try {
      const value = read();
      if (typeof value === "string") out.push([component, value.slice(0, 60)]);
    } catch {}
  }
  return out;
})()`;

const VERSION = /^\d{1,6}[\w.-]{0,40}$/;
/** The browser terminates an expression after this. */
const EVALUATION_MS = 2_000;
const EXPRESSION_MS = 300;
const MAX_EXPRESSIONS = 100;
const ALL_MS = 8_000;

export type PageVersion = { component: string; version: string };

/** `expressions` are additional ones from an operator's repository. Expressions without a result are left out. */
export async function pageVersions(
  lease: PageLease,
  guard: Guard,
  expressions: readonly { component: string; expression: string }[] = [],
): Promise<PageVersion[]> {
  if (lease.cdp === null) return [];
  const { session } = lease.cdp;
  const evaluate = async (expression: string, timeout: number): Promise<unknown> => {
    const { result } = await session.send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      silent: true,
      timeout,
    });
    return result.value;
  };
  const found = new Map<string, PageVersion>();
  const keep = (component: unknown, version: unknown): void => {
    if (typeof component !== "string" || typeof version !== "string" || !VERSION.test(version)) return;
    found.set(`${component} ${version}`, { component, version });
  };
  const all = async (): Promise<void> => {
    const answer = await evaluate(READ_PATHS, EVALUATION_MS);
    if (Array.isArray(answer))
      for (const pair of answer.slice(0, PATHS.length + READINGS.length))
        if (Array.isArray(pair)) keep(pair[0], pair[1]);
    for (const { component, expression } of expressions.slice(0, MAX_EXPRESSIONS))
      keep(
        component,
        await evaluate(`(() => { try { return ${expression} } catch {} })()`, EXPRESSION_MS).catch(() => null),
      );
  };
  await guard.run(all(), ALL_MS).catch(() => {
    if (guard.signal.aborted) throw guard.signal.reason;
  });
  return [...found.values()];
}
