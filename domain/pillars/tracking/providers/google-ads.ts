// Google Ads: conversions and remarketing, on Google's hosts. The label identifies a conversion.
import { addressOf, fieldsOf, type Plain, type Provider } from "./provider.ts";

const HOST =
  /^(?:www\.googleadservices\.com|(?:googleads\.g|ad)\.doubleclick\.net|(?:www|pagead2)\.google(?:syndication)?\.[a-z.]{2,8})$/;
const PATH =
  /^\/(?:pagead\/(?:1p-)?(?:conversion|viewthroughconversion|user-list|1p-user-list)\/(\d+)|ccm\/(?:form-data\/\d+|collect)|rmkt\/collect\/(\d+))\/?$/;
const NAMED: Readonly<Record<string, string>> = { currency_code: "currency", oid: "transaction_id" };
const KEPT: ReadonlySet<string> = new Set(["value", "currency_code", "oid", "label"]);

export const googleAds: Provider = {
  id: "google-ads",
  label: "Google Ads",
  matches(request) {
    const url = addressOf(request);
    return url !== null && HOST.test(url.hostname) && PATH.test(url.pathname);
  },
  parse(request) {
    const url = addressOf(request);
    const [, conversion, remarketing] = PATH.exec(url?.pathname ?? "") ?? [];
    const fields = fieldsOf(request);
    // `data` is itself a list: event=purchase;id=1,2;value=3.
    const data = Object.fromEntries(
      (fields.get("data") ?? "")
        .split(";")
        .slice(0, 100)
        .map((pair) => [pair.split("=")[0] ?? "", pair.split("=").slice(1).join("=")])
        .filter(([name]) => name !== ""),
    ) as Record<string, string>;
    const { event, ...details } = data;
    const parameters: Plain = { ...details };
    for (const [field, value] of fields) if (KEPT.has(field)) parameters[NAMED[field] ?? field] = value;
    const label = fields.get("label") ?? "";
    const name = label !== "" ? "conversion" : (event ?? fields.get("en") ?? "remarketing");
    return [
      {
        name,
        parameters,
        typed: false,
        page: fields.get("url") ?? fields.get("dl"),
        account: conversion ?? remarketing ?? fields.get("tid") ?? "",
        // An event without its own name only reports a page view.
        automatic: name === "remarketing" || name === "page_view" || /^gtag\.|^gtm\./.test(name),
      },
    ];
  },
};
