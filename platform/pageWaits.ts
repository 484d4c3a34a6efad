// Which pages of an activity are at work, and which only wait for time to pass: a worker's browsers open others meanwhile.
import { AsyncLocalStorage } from "node:async_hooks";

/** The place of one activity among its worker's browsers. */
export type Place = {
  /** True: all pages of the activity wait, so that another activity may begin. False: one of them goes on. */
  lend(lent: boolean): void;
};

type Pages = { place: Place; atWork: number; waiting: number; lent: boolean };

const pages = new AsyncLocalStorage<Pages>();

/** Runs an activity that has this place. The place is back when it ends. */
export async function withPlace<T>(place: Place, activity: () => Promise<T>): Promise<T> {
  const own: Pages = { place, atWork: 0, waiting: 0, lent: false };
  try {
    return await pages.run(own, activity);
  } finally {
    if (own.lent) place.lend(false);
  }
}

/** Counts a page as at work while `work` goes on. */
export function pageAtWork<T>(work: () => Promise<T>): Promise<T> {
  return counted("atWork", work);
}

/** A wait of a page that is at work, long enough for another page to be opened meanwhile. */
export function pageWaits<T>(wait: () => Promise<T>): Promise<T> {
  return counted("waiting", wait);
}

async function counted<T>(what: "atWork" | "waiting", work: () => Promise<T>): Promise<T> {
  const own = pages.getStore();
  if (own === undefined) return work();
  own[what] += 1;
  tell(own);
  try {
    return await work();
  } finally {
    own[what] -= 1;
    tell(own);
  }
}

function tell(own: Pages): void {
  const lent = own.atWork > 0 && own.waiting >= own.atWork;
  if (lent === own.lent) return;
  own.lent = lent;
  own.place.lend(lent);
}
