import { expect } from "chai";

import { createRouteTable } from "../../../middleware/api/route-table.ts";

describe("createRouteTable", () => {
  const table = createRouteTable([
    { operationId: "listUsers", method: "get", path: "/v2/users" },
    { operationId: "createUser", method: "post", path: "/v2/users" },
    { operationId: "getUser", method: "get", path: "/v2/users/{user-id}" },
    { operationId: "getRights", method: "get", path: "/v2/users/{user-id}/rights" },
    { operationId: "getParty", method: "get", path: "/v2/parties/{party}" },
    { operationId: "updateParty", method: "patch", path: "/v2/parties/{party}" },
    { operationId: "getParticipantId", method: "get", path: "/v2/parties/participant-id" },
  ]);
  const operationOf = (method: string, path: string): string | undefined => {
    const route = table.match(method, path);
    return route.kind === "found" ? route.operationId : undefined;
  };

  it("finds operations by method and path", () => {
    expect(operationOf("GET", "/v2/users")).to.equal("listUsers");
    expect(operationOf("POST", "/v2/users")).to.equal("createUser");
    expect(operationOf("get", "/v2/users")).to.equal("listUsers");
  });

  it("returns path parameters unchanged", () => {
    expect(table.match("GET", "/v2/users/a%2Fb/rights")).to.deep.equal({
      kind: "found",
      operationId: "getRights",
      pathParameters: [["user-id", "a%2Fb"]],
    });
  });

  it("prefers a literal path, but only for the methods it has", () => {
    expect(operationOf("GET", "/v2/parties/participant-id")).to.equal("getParticipantId");
    expect(operationOf("PATCH", "/v2/parties/participant-id")).to.equal("updateParty");
  });

  it("answers HEAD as GET", () => {
    expect(operationOf("HEAD", "/v2/users/ann")).to.equal("getUser");
  });

  it("ignores repeated and trailing slashes", () => {
    expect(operationOf("GET", "//v2//users/")).to.equal("listUsers");
    expect(operationOf("GET", "/v2/users//ann")).to.equal("getUser");
  });

  it("lists the methods of a path", () => {
    expect(table.match("DELETE", "/v2/users")).to.deep.equal({
      kind: "methodNotAllowed",
      allowed: ["GET", "HEAD", "POST"],
    });
    expect(table.match("POST", "/v2/parties/participant-id")).to.deep.equal({
      kind: "methodNotAllowed",
      allowed: ["GET", "HEAD", "PATCH"],
    });
  });

  it("finds nothing for other paths", () => {
    for (const path of ["/", "", "/v2", "/v2/user", "/v2/users/ann/rights/x", "/v2/__proto__"]) {
      expect(table.match("GET", path).kind, path).to.equal("notFound");
    }
  });
});
