import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect } from "chai";
import { keepLastErrors } from "../../../web/src/app/lastErrors.ts";

describe("the last error of a query without data", () => {
  const queryKey = ["one"];
  let client: QueryClient;
  let answers: (() => Promise<string>)[];
  let shown: QueryObserver<string>;
  let leave: () => void;
  const show = () => {
    shown = new QueryObserver<string>(client, { queryKey, queryFn: () => answers.shift()!(), retry: false });
    leave = shown.subscribe(() => {});
  };
  /** What a screen shows now. */
  const now = (): string => {
    const { status, error, data } = shown.getCurrentResult();
    return [status, error?.message ?? data].filter(Boolean).join(": ");
  };
  const refuse = (why: string) => async () => {
    throw new Error(why);
  };

  beforeEach(async () => {
    client = new QueryClient();
    keepLastErrors(client.getQueryCache());
    answers = [refuse("away"), refuse("still away"), async () => "here"];
    show();
    expect(now()).to.equal("pending");
    await shown.refetch();
    expect(now()).to.equal("error: away");
  });
  afterEach(() => {
    leave();
    client.clear();
  });

  it("stays until the next answer", async () => {
    for (const [before, after] of [
      ["error: away", "error: still away"],
      ["error: still away", "success: here"],
    ]) {
      const asked = shown.refetch();
      expect(now()).to.equal(before);
      await asked;
      expect(now()).to.equal(after);
    }
  });

  it("is gone when the query is reset, and when nothing shows it any more", async () => {
    const asked = client.resetQueries({ queryKey });
    expect(now()).to.equal("pending");
    await asked;
    expect(now()).to.equal("error: still away");
    leave();
    show();
    expect(now()).to.equal("pending");
    await shown.refetch();
    expect(now()).to.equal("success: here");
  });
});
