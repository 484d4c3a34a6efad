import { expect } from "chai";
import { readOptions } from "../../../../activities/pillars/perf/gather.ts";
import { explainRun } from "../../../../activities/pillars/perf/reasons.ts";

const URL_ = "https://shop.example.com/a?token=secret";

describe("why a Lighthouse run gave no result", () => {
  it("is a code and a sentence, final where the next run would say the same", () => {
    const status = explainRun("ERRORED_DOCUMENT_REQUEST", "Lighthouse was unable … (Status code: 503)", URL_);
    expect(status).to.deep.equal({
      code: "http_error",
      reason: "The page answered 503 Service Unavailable.",
      final: true,
    });
    const dns = explainRun("DNS_FAILURE", "DNS", URL_);
    expect(dns).to.include({ code: "host_not_found", final: true });
    const net = explainRun("FAILED_DOCUMENT_REQUEST", "… (Details: net::ERR_CONNECTION_RESET)", URL_);
    expect(net).to.include({ code: "connection_failed" });
    expect(explainRun("INSECURE_DOCUMENT_REQUEST", "x", URL_).code).to.equal("certificate_error");
    expect(explainRun("NO_FCP", "x", URL_)).to.include({ code: "page_error", final: false });
    expect(explainRun("RUN_TIMEOUT", "x", URL_)).to.include({ code: "timeout", final: false });
    expect(explainRun("<script>", "token=secret", URL_).reason).to.match(/no other reason/);
  });

  it("asks the proxy first", () => {
    const explain = () => ({ kind: "address_refused", message: "" });
    for (const code of ["ERRORED_DOCUMENT_REQUEST", "CHROME_INTERSTITIAL_ERROR", "FAILED_DOCUMENT_REQUEST"])
      expect(explainRun(code, "(Status code: 403)", URL_, explain).code).to.equal("address_refused");
  });

  it("never quotes the address's query", () => {
    for (const code of ["ERRORED_DOCUMENT_REQUEST", "DNS_FAILURE", "PAGE_HUNG", "OTHER"])
      expect(JSON.stringify(explainRun(code, URL_, URL_))).not.to.include("secret");
  });
});

describe("the options of a performance run", () => {
  it("are three mobile runs unless said otherwise, and one to five", () => {
    expect(readOptions({})).to.deep.equal({ runs: 3, formFactor: "mobile" });
    expect(readOptions({ runs: 5, formFactor: "desktop" })).to.deep.equal({ runs: 5, formFactor: "desktop" });
    expect([0, 99, "x", 2.5].map((runs) => readOptions({ runs }).runs)).to.deep.equal([1, 5, 3, 3]);
  });
});
