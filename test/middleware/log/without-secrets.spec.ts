import { expect } from "chai";

import { withoutSecrets } from "../../../middleware/log/without-secrets.ts";

describe("a text for the log", () => {
  it("is without what is secret in queries", () => {
    for (const text of ["?a=1&api_key=x", "/p?token=x#y", "??secret=x", "?a?b&sig=x"]) {
      expect(withoutSecrets(text)).to.contain("=<hidden>").and.not.contain("=x");
    }
  });

  it("takes as long as it is, whatever is in it @slow", () => {
    const before = process.cpuUsage();
    for (const part of [
      "?",
      "&",
      "?&",
      "eyJ",
      "bearer ",
      "://",
      "-----BEGIN ",
      "-----BEGIN PRIVATE KEY-----",
    ]) {
      withoutSecrets(`?${part.repeat(200_000)}`);
    }
    const { user, system } = process.cpuUsage(before);
    // Some milliseconds; it was half a minute.
    expect((user + system) / 1_000).to.be.below(2_000);
  });
});
