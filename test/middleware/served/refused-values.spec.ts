import { expect } from "chai";

import { iouLedger } from "../../support/iou-ledger.ts";
import { inProcess } from "../../support/transports.ts";

describe("values that are refused", () => {
  const post = async (path: string, body: unknown) => {
    const { ledger } = await iouLedger();
    return inProcess.serve(ledger, { auth: "disabled" }, (send) => send("POST", path, { body }));
  };

  it("include URLs of key sets of more than 8,192 characters", async () => {
    const provider = (length: number) => ({
      identityProviderConfig: {
        identityProviderId: "idp",
        issuer: "issuer",
        jwksUrl: "https://idp.example.com/".padEnd(length, "x"),
        isDeactivated: false,
        audience: "",
      },
    });
    const { status, text } = await post("/v2/idps", provider(8_193));
    expect(status).to.equal(400);
    expect(text).to.include("jwksUrl");
    expect((await post("/v2/idps", provider(8_192))).status).to.equal(200);
  });

  it("include DARs that exceed the body limit, with a hint how to raise it", async () => {
    const { status, json } = await post("/v2/packages", new Uint8Array(8 * 1024 * 1024 + 1));
    expect(status).to.equal(500);
    const { hint } = json as { readonly hint: { readonly advice: string } };
    expect(hint.advice)
      .to.include("--dar")
      .and.include("bodyLimit (default 8 MiB), an option of the routers and of createFetch");
  });
});
