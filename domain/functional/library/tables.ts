import { builtins, role, target } from "./write.ts";

export const TABLES = builtins("tables", [
  {
    id: "table-shows",
    pattern: "the {string} table shows:",
    params: ["table"],
    below: { name: "rows", type: "table" },
    description: "A table shows these rows, in their order.",
    examples: ['the "Orders" table shows:'],
    actions: [{ op: "expectTable", target: target(role("table", "{table}")), value: "{rows}" }],
  },
  {
    id: "page-table-shows",
    pattern: "the table shows:",
    below: { name: "rows", type: "table" },
    description: "The only table of the page shows these rows, in their order.",
    examples: ["the table shows:"],
    actions: [{ op: "expectTable", target: target(role("table")), value: "{rows}" }],
  },
  {
    id: "table-has-rows",
    pattern: "the {string} table has {int} row(s)",
    params: ["table", "count"],
    description: "The body of a table has this number of rows.",
    examples: ['the "Orders" table has 3 rows', 'the "Orders" table has 1 row'],
    actions: [
      {
        op: "expectCount",
        target: {
          ...target(
            { by: "css", value: "tbody tr" },
            { by: "css", value: '[role="row"]:not(tr, :has([role="columnheader"]))' },
          ),
          within: role("table", "{table}"),
        },
        value: "{count}",
      },
    ],
  },
  {
    id: "row-contains",
    pattern: "the {string} row contains {string}",
    params: ["rowText", "text"],
    description: "A row of a table, found by a text in it, holds another text.",
    examples: ['the "Red shoe" row contains "€ 49"'],
    actions: [{ op: "expectText", target: target(role("row", "{rowText}")), value: "{text}", match: "contains" }],
  },
  {
    id: "click-button-in-row",
    pattern: "I click the {string} button in the {string} row",
    params: ["name", "rowText"],
    description: "Clicks a button of a row, which is found by a text in it.",
    examples: ['I click the "Remove" button in the "Red shoe" row'],
    actions: [{ op: "click", target: { ...target(role("button", "{name}")), within: role("row", "{rowText}") } }],
  },
  {
    id: "list-has-items",
    pattern: "the {string} list has {int} item(s)",
    params: ["list", "count"],
    description: "A list has this number of items.",
    examples: ['the "Basket" list has 2 items', 'the "Basket" list has 1 item'],
    actions: [
      { op: "expectCount", target: { ...target(role("listitem")), within: role("list", "{list}") }, value: "{count}" },
    ],
  },
]);
