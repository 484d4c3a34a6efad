// Selects the driver of a page.
import type { PageLease } from "../browserPool.ts";
import { chromiumDriver } from "./cdp.ts";
import type { PageDriver } from "./pageDriver.ts";
import { playwrightDriver } from "./playwright.ts";

export function driverOf(lease: PageLease): PageDriver {
  return lease.cdp === null ? playwrightDriver(lease.page) : chromiumDriver(lease.cdp);
}
