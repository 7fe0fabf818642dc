import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";

import { expect } from "chai";

import { apiDocuments } from "../support/api-documents.ts";
import type { JsonObject } from "../support/json.ts";
import { useFolder } from "../support/use-folder.ts";
import { compareDocuments } from "./document-changes.ts";

describe("the changes of a document", () => {
  const documentOf = (version: string): JsonObject =>
    apiDocuments.find(([each]) => each === version)?.[1].client ?? {};

  it("are what release 3.5.19 adds to 3.5.1 and deprecates", () => {
    const changes = compareDocuments(documentOf("3.5.1"), documentOf("3.5"), ["description"]);
    expect(changes).to.deep.equal({
      added: [
        'paths["/v2/state/active-contracts-page"].get.deprecated: true',
        'paths["/v2/state/active-contracts-page"].post',
        'paths["/v2/interactive-submission/preferred-package-version"].get.deprecated: true',
        'paths["/v2/commands/command-completions"]',
        "components.schemas.PrefetchContractKey.properties.limit",
        "components.schemas.GetCompletionsRequest",
      ],
      removed: [],
      changed: ['info.version: "3.5.1" → "3.5.19"'],
    });
  });

  const thing = { $ref: "#/components/schemas/Thing" };
  const old: JsonObject = {
    openapi: "3.0.3",
    info: { version: "1" },
    paths: {
      "/v2/things": {
        post: {
          operationId: "postThings",
          deprecated: true,
          security: [{ httpAuth: [] }],
          parameters: [
            { name: "limit", in: "query" },
            { name: "wait", in: "query" },
          ],
          requestBody: { content: { "application/json": { schema: thing } }, required: true },
          responses: {
            "200": { description: "All.", content: { "text/plain": { schema: thing } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Thing: {
          description: "A thing.",
          properties: { description: { type: "string" }, size: { type: "integer" } },
          required: ["size"],
        },
      },
    },
  };

  /** Returns the changes after a text of the document was replaced. */
  const replacing = (text: string, by: string, ignored?: readonly string[]) => {
    const newer = JSON.stringify(old).replace(text, by);
    expect(newer).to.not.equal(JSON.stringify(old));
    return compareDocuments(old, JSON.parse(newer) as JsonObject, ignored);
  };

  const post = 'paths["/v2/things"].post';
  const schema = "components.schemas.Thing";
  const replacements: readonly (readonly [
    string,
    string,
    keyof ReturnType<typeof replacing>,
    string,
  ])[] = [
    ['"responses":{', '"responses":{"404":{},', "added", `${post}.responses.404`],
    ['"responses":{', '"responses":{"default":{},', "added", `${post}.responses.default`],
    [
      '"required":true',
      '"required":false',
      "changed",
      `${post}.requestBody.required: true → false`,
    ],
    ['"deprecated":true,', "", "removed", `${post}.deprecated: true`],
    [
      '"type":"integer"',
      '"type":"integer","deprecated":true',
      "added",
      `${schema}.properties.size.deprecated: true`,
    ],
    [
      '"operationId":"postThings"',
      '"operationId":"addThing"',
      "changed",
      `${post}.operationId: "postThings" → "addThing"`,
    ],
    ['"security":[{"httpAuth":[]}],', "", "removed", `${post}.security`],
    ['"version":"1"', '"version":"2"', "changed", 'info.version: "1" → "2"'],
    ['"schemas":{', '"schemas":{"Other":{},', "added", "components.schemas.Other"],
    ['{"name":"limit","in":"query"},', "", "removed", `${post}.parameters.limit`],
    [
      '"required":["size"]',
      '"required":["size","description"]',
      "added",
      `${schema}.required.description: "description"`,
    ],
    [
      '"type":"integer"',
      '"type":"string"',
      "changed",
      `${schema}.properties.size.type: "integer" → "string"`,
    ],
    ['"A thing."', '"Some thing."', "changed", `${schema}.description: "A thing." → "Some thing."`],
  ];
  for (const [text, by, kind, line] of replacements) {
    it(`list ${kind} ${line}`, () => {
      const none = { added: [], removed: [], changed: [] };
      expect(replacing(text, by)).to.deep.equal({ ...none, [kind]: [line] });
    });
  }

  it("name both references of a changed response, and both content types of a changed request", () => {
    const response = replacing(
      '"text/plain":{"schema":{"$ref":"#/components/schemas/Thing"}}',
      '"text/plain":{"schema":{"$ref":"#/components/schemas/Other"}}',
    );
    expect(response.changed).to.deep.equal([
      `${post}.responses.200.content["text/plain"].schema.$ref: "#/components/schemas/Thing" → "#/components/schemas/Other"`,
    ]);
    const request = replacing('"application/json"', '"application/xml"');
    expect(request).to.deep.equal({
      added: [`${post}.requestBody.content["application/xml"]`],
      removed: [`${post}.requestBody.content["application/json"]`],
      changed: [],
    });
  });

  it("leave out ignored fields, but not properties of these names", () => {
    expect(replacing('"A thing."', '"Some thing."', ["description"]).changed).to.deep.equal([]);
    const removed = replacing('"description":{"type":"string"},', "", ["description"]);
    expect(removed.removed).to.deep.equal([`${schema}.properties.description`]);
  });
});

describe("npm run spec:compare @slow", () => {
  const place = useFolder("documents");

  const run = async (
    ...given: readonly string[]
  ): Promise<{ readonly text: string; readonly code: number }> => {
    const script = ["--import", "tsx", "test/spec/compare.ts", ...given];
    try {
      return { text: (await promisify(execFile)(process.execPath, script)).stdout, code: 0 };
    } catch (error) {
      const { stderr, code } = error as { readonly stderr: string; readonly code: number };
      return { text: stderr, code };
    }
  };

  it("compares with the document of the project", async () => {
    const file = place();
    const [, documents] = apiDocuments.find(([each]) => each === "3.5.1") ?? [];
    await writeFile(file, JSON.stringify(documents?.client));
    const { text, code } = await run("--to", "3.5.1", file);
    expect(text)
      .to.include('  paths["/docs/openapi"]\n')
      .and.include("\nNot compared: description,");
    expect(code).to.equal(0);
  });

  it("refuses what is no OpenAPI document in one line", async () => {
    const refused = await Promise.all([
      run("package.json"),
      run("missing.yaml"),
      run("--to", "9", "package.json"),
    ]);
    expect(refused).to.deep.equal([
      {
        text: 'error: package.json is not an OpenAPI document: it has no "openapi" and "paths".\n',
        code: 1,
      },
      { text: "error: ENOENT: no such file or directory, open 'missing.yaml'\n", code: 1 },
      { text: "error: There is no version 9. Known: 3.4, 3.5.1, 3.5, 3.6.\n", code: 1 },
    ]);
  });
});
