import { iouPackage } from "../../iou-package.ts";
import type { BrokenRequest, Corpus, ExpectedExplanation } from "../broken-request.ts";
import { brokenPosts } from "../broken-requests.ts";
import { commands, create, everything, iou, paths } from "../valid.ts";

type More = Omit<ExpectedExplanation, "status" | "at">;

const post = brokenPosts("ann", paths.submit);
const command = "/commands/0/CreateCommand";
const payload = `${command}/createArguments`;

/** Returns the request, expecting status 500: a participant responds with an internal error to it, too. */
const withInternalError = (request: BrokenRequest): BrokenRequest => ({
  ...request,
  teaches: { ...request.teaches, status: 500 },
});

/** Incorrect names of templates and fields of contracts. */
export const payloads: Corpus = (world) => {
  const { alice, bob } = world;

  const changed = (
    mistake: string,
    parts: object,
    status: number,
    at: string,
    more: More = {},
  ): BrokenRequest =>
    post(
      mistake,
      commands(world, { commands: [create(world, {}, parts as Record<string, unknown>)] }),
      status,
      at,
      more,
    );
  const template = (mistake: string, templateId: unknown, status: number, more: More) =>
    changed(mistake, { templateId }, status, `${command}/templateId`, more);
  const field = (
    mistake: string,
    fields: Record<string, unknown>,
    at: string,
    more: More = {},
    status = 400,
  ) => changed(mistake, { createArguments: iou(world, fields) }, status, `${payload}${at}`, more);
  const value = (
    mistake: string,
    fields: Record<string, unknown>,
    at: string,
    more: More = {},
    status = 400,
  ) =>
    changed(
      mistake,
      {
        templateId: "#values:Values:Everything",
        createArguments: { ...everything(world), ...fields },
      },
      status,
      `${payload}${at}`,
      more,
    );
  const iouId = "#iou:Iou:Iou";

  return [
    // The template
    template("swaps two letters of a template", "#iou:Iou:Iuo", 404, { nearest: iouId }),
    template("misspells a module", "#iou:Iuo:Iou", 404, { nearest: iouId }),
    template("misspells a package", "#iuo:Iou:Iou", 404, { nearest: iouId }),
    template("writes a template in lower case", "#iou:iou:iou", 404, { nearest: iouId }),
    template("writes a template in the plural", "#iou:Iou:Ious", 404, { nearest: iouId }),
    template("omits #", "iou:Iou:Iou", 404, { nearest: iouId }),
    template("puts a package's version into its name", "#iou-1.0.0:Iou:Iou", 400, {
      nearest: iouId,
    }),
    template("puts # before a package id", `#${iouPackage.packageId}:Iou:Iou`, 404, {
      says: /not before a package id/,
    }),
    template("takes the package id of another version", `${"ab".repeat(32)}:Iou:Iou`, 404, {
      nearest: iouId,
    }),
    template("cuts a package id", `${iouPackage.packageId.slice(0, 8)}:Iou:Iou`, 404, {
      nearest: iouId,
    }),
    template("names a template without its package", "Iou:Iou", 400, { nearest: iouId }),
    template("names a template by its entity only", "Iou", 400, { nearest: iouId }),
    template("separates by dots", "#iou:Iou.Iou", 400, { nearest: iouId }),
    template("separates by slashes", "#iou/Iou/Iou", 400, { nearest: iouId }),
    template("separates by double colons", "#iou::Iou::Iou", 400, { nearest: iouId }),
    template("leaves the template empty", "", 400, { says: /#<package name>:<Module>:<\w+>/ }),
    template("sends the template as null", null, 400, { says: /#<package name>:<Module>:/ }),
    template("sends the template as a number", 7, 400, { says: /#<package name>:<Module>:/ }),
    template(
      "sends the template as an object",
      { packageId: "#iou", moduleName: "Iou", entityName: "Iou" },
      400,
      { says: /#<package name>:<Module>:/ },
    ),
    template("writes the entity with the name of another module", "#iou:Main:Iou", 404, {
      nearest: iouId,
    }),
    template("creates an interface", "#iou:Iou:Holding", 400, {
      nearest: iouId,
      says: /interface/,
    }),
    template("names a template of another package", "#values:Values:Iou", 404, {
      says: /GET \/v2\/packages|template/,
    }),
    changed("forgets the template", { templateId: undefined }, 400, `${command}/templateId`, {
      says: /#<package name>:<Module>:/,
    }),
    ...["template", "template_id", "templateID", "tempalteId", "TemplateId"].map((name) =>
      changed(
        `names the template ${name}`,
        { templateId: undefined, [name]: iouId },
        400,
        `${command}/templateId`,
        { nearest: "templateId", says: new RegExp(name) },
      ),
    ),
    // The arguments as a whole
    ...["payload", "arguments", "createArgument", "create_arguments", "createArgs"].map((name) =>
      changed(
        `names the arguments ${name}`,
        { createArguments: undefined, [name]: iou(world) },
        400,
        `${command}/createArguments`,
        { nearest: "createArguments", says: new RegExp(name) },
      ),
    ),
    changed("forgets the arguments", { createArguments: undefined }, 400, payload, {
      says: /fields of the contract/,
    }),
    changed(
      "sends arguments as a protobuf record",
      {
        createArguments: {
          fields: [{ label: "issuer", value: { party: alice } }],
        },
      },
      400,
      `${payload}/issuer`,
      { says: /issuer/ },
    ),
    changed("sends no field at all", { createArguments: {} }, 400, `${payload}/issuer`, {
      says: /issuer/,
    }),
    // Fields
    field("forgets a field", { amount: undefined }, "/amount", { says: /amount/ }),
    field("sends null for a field", { amount: null }, "/amount", { says: /amount|number/i }),
    ...(["amout", "Amount", "amonut", "amounts", "ammount"] as const).map((name) =>
      field(`writes ${name} for amount`, { amount: undefined, [name]: "1.0" }, "/amount", {
        nearest: "amount",
        says: new RegExp(name),
      }),
    ),
    field("writes a field in snake case", { watchers: undefined, watch_ers: [] }, "/watchers", {
      nearest: "watchers",
    }),
    field("writes another field twice", { watchers: undefined, watcher: [bob] }, "/watchers", {
      nearest: "watchers",
    }),
    field("adds a field that the template does not have", { currency: "CHF" }, "/currency", {
      says: /issuer, owner, amount, watchers/,
    }),
    field("adds a misspelt field beside the right one", { amout: "2.0" }, "/amout", {
      says: /issuer, owner, amount, watchers/,
    }),
    // Numbers
    field("writes words for a number", { amount: "a lot" }, "/amount", { says: /umeric|decimal/ }),
    field("writes a decimal comma", { amount: "1,5" }, "/amount", { says: /umeric|decimal/ }),
    field("separates thousands", { amount: "1'000.0" }, "/amount", { says: /umeric|decimal/ }),
    field("writes a currency", { amount: "1.0 CHF" }, "/amount", { says: /umeric|decimal/ }),
    field("leaves a number empty", { amount: "" }, "/amount", { says: /umeric|decimal/ }),
    field("writes an exponent as text", { amount: "1e400" }, "/amount", { says: /umeric|decimal/ }),
    field("writes more decimals than there are", { amount: "0.12345678901" }, "/amount", {
      says: /10/,
    }),
    field("writes more digits than there are", { amount: "9".repeat(29) }, "/amount", {
      says: /umeric|digits/,
    }),
    field("writes a number as an object", { amount: { value: "1.0" } }, "/amount", {
      says: /umeric|decimal/,
    }),
    field("writes NaN", { amount: "NaN" }, "/amount", { says: /umeric|decimal/ }),
    // Parties
    field("names a party by its hint", { owner: "bob" }, "/owner", { nearest: bob }, 404),
    field("names a party in capitals", { owner: "Bob" }, "/owner", { nearest: bob }, 404),
    field("loses letters of a party", { owner: bob.slice(0, -2) }, "/owner", { nearest: bob }, 404),
    field(
      "names a party of another ledger",
      { owner: `bob::1220${"cd".repeat(32)}` },
      "/owner",
      { nearest: bob },
      404,
    ),
    field(
      "names a party by its hint in a list",
      { watchers: ["bob"] },
      "/watchers/0",
      { nearest: bob },
      404,
    ),
    field(
      "names an unknown party",
      { owner: `dora::${bob.split("::")[1] ?? ""}` },
      "/owner",
      { says: /POST \/v2\/parties/ },
      404,
    ),
    field("leaves a party empty", { owner: "" }, "/owner", { says: /party/i }),
    field(
      "sends a name in place of a party",
      { owner: "Bob Smith" },
      "/owner",
      { says: /POST \/v2\/parties/ },
      404,
    ),
    // Lists
    field("breaks the precondition", { amount: "-1.0" }, "", {
      says: /ensure|precondition|condition/i,
    }),
    changed(
      "creates a contract that another party must sign",
      { createArguments: iou(world, { issuer: bob }) },
      400,
      "/actAs",
      { says: new RegExp(`bob|actAs`) },
    ),
    // Values of all kinds
    value("misspells a tag", { shape: { tag: "Circl", value: { radius: "1" } } }, "/shape/tag", {
      nearest: "Circle",
    }),
    value("writes a tag in lower case", { shape: { tag: "dot", value: {} } }, "/shape/tag", {
      nearest: "Dot",
    }),
    value(
      "writes a variant as an object of its tag",
      { shape: { Circle: { radius: "1" } } },
      "/shape",
      {
        says: /tag/,
      },
    ),
    value("writes a variant as its tag", { shape: "Dot" }, "/shape", { says: /tag/ }),
    value("forgets the value of a variant", { shape: { tag: "Circle" } }, "/shape/value", {
      says: /value/,
    }),
    value("misspells value", { shape: { tag: "Circle", valeu: { radius: "1" } } }, "/shape/value", {
      nearest: "value",
    }),
    value("misspells tag", { shape: { tagg: "Circle", value: { radius: "1" } } }, "/shape/tag", {
      nearest: "tag",
    }),
    value(
      "misspells a field in a variant",
      { shape: { tag: "Circle", value: { raduis: "1" } } },
      "/shape/value/radius",
      { nearest: "radius" },
    ),
    value("forgets a field in a record", { point: { x: "1" } }, "/point/y", { says: /\by\b/ }),
    value("adds a field to a record", { point: { x: "1", y: "2", z: "3" } }, "/point/z", {
      says: /x, y, name/,
    }),
    value("writes an integer with a point", { count: "1.5" }, "/count", {
      says: /Int64|integer|whole/i,
    }),
    value("writes an integer in words", { count: "seven" }, "/count", {
      says: /Int64|integer|whole/i,
    }),
    value("writes an integer beyond 64 bits", { count: "9223372036854775808" }, "/count", {
      says: /Int64|integer|whole/i,
    }),
    value("leaves an integer empty", { count: "" }, "/count", { says: /Int64|integer|whole/i }),
    value("writes an integer as hex", { count: "0x10" }, "/count", {
      says: /Int64|integer|whole/i,
    }),
    value("writes text into a map of integers", { byText: { a: "one" } }, "/byText/a", {
      says: /Int64|integer|whole/i,
    }),
    value("writes text for a contract id", { other: "no id" }, "/other", {
      says: /contract id/i,
    }),
    // JSON of another kind than the type, for which a participant answers with an internal error
    ...[
      changed("sends arguments as null", { createArguments: null }, 400, payload, {
        says: /object|record|fields/i,
      }),
      changed("sends arguments as a list", { createArguments: [iou(world)] }, 400, payload, {
        says: /record|object/i,
      }),
      changed(
        "encodes the arguments twice",
        { createArguments: JSON.stringify(iou(world)) },
        400,
        payload,
        { says: /record|object/i },
      ),
      field("sends a party as a number", { owner: 7 }, "/owner", { says: /party/i }),
      field("sends null for a party", { owner: null }, "/owner", { says: /party|owner/i }),
      field("wraps a party", { owner: { party: bob } }, "/owner", { says: /party/i }),
      field("sends a party as a list", { owner: [bob] }, "/owner", { says: /party/i }),
      field("sends one party in place of a list", { watchers: bob }, "/watchers", {
        says: /list|array/,
      }),
      field("sends null for a list", { watchers: null }, "/watchers", {
        says: /list|array|watchers/,
      }),
      field("sends a list as an object", { watchers: { 0: bob } }, "/watchers", {
        says: /list|array/,
      }),
      field("puts a number into a list of parties", { watchers: [bob, 7] }, "/watchers/1", {
        says: /party/i,
      }),
      field("puts null into a list of parties", { watchers: [bob, null] }, "/watchers/1", {
        says: /party/i,
      }),
      field("nests a list", { watchers: [[bob]] }, "/watchers/0", { says: /party/i }),
      value("writes a constructor in lower case", { colour: "green" }, "/colour", {
        nearest: "Green",
      }),
      value("misspells a constructor", { colour: "Gren" }, "/colour", { nearest: "Green" }),
      value("writes an unknown constructor", { colour: "Mauve" }, "/colour", {
        says: /Red, Green/,
      }),
      value("tags an enumeration", { colour: { tag: "Green" } }, "/colour", { says: /Red, Green/ }),
      value("numbers an enumeration", { colour: 1 }, "/colour", { says: /Red, Green/ }),
      value("qualifies a constructor", { colour: "Colour.Green" }, "/colour", {
        says: /Red, Green/,
      }),
      value("writes a record as a list", { point: ["1", "2"] }, "/point", {
        says: /record|object/i,
      }),
      value("writes a record as text", { point: "1,2" }, "/point", { says: /record|object/i }),
      value("sends null for a record", { point: null }, "/point", { says: /record|object|point/i }),
      value("writes a Bool as text", { flag: "true" }, "/flag", { says: /true or false|Bool/i }),
      value("writes a Bool as a number", { flag: 1 }, "/flag", { says: /true or false|Bool/i }),
      value("writes a date in German", { day: "29.02.2024" }, "/day", {
        says: /\d{4}-\d\d-\d\d|YYYY-MM-DD/,
      }),
      value("writes a date that does not exist", { day: "2023-02-29" }, "/day", { says: /date/i }),
      value("sends a time in place of a date", { day: "2024-02-29T12:00:00Z" }, "/day", {
        says: /date/i,
      }),
      value("sends a date in place of a time", { time: "2024-02-29" }, "/time", {
        says: /T\d\d:\d\d:\d\d/,
      }),
      value("omits the time zone of a time", { time: "2024-02-29T12:00:00" }, "/time", {
        says: /T\d\d:\d\d:\d\d/,
      }),
      value("writes a time with another zone", { time: "2024-02-29 12:00:00+01:00" }, "/time", {
        says: /T\d\d:\d\d:\d\d/,
      }),
      value("writes a time as a number", { time: 1709208000 }, "/time", {
        says: /T\d\d:\d\d:\d\d/,
      }),
      value("writes text as a number", { label: 7 }, "/label", { says: /string/ }),
      value("writes text as an object", { label: { en: "x" } }, "/label", { says: /string/ }),
      value("writes a text map as a list", { byText: [["a", "1"]] }, "/byText", {
        says: /map|object/i,
      }),
      value("writes a map as an object", { byNumber: { 1: "one" } }, "/byNumber", {
        says: /list|pairs/i,
      }),
      value(
        "writes entries of a map as objects",
        { byNumber: [{ key: "1", value: "one" }] },
        "/byNumber/0",
        {
          says: /pair|key/i,
        },
      ),
      value("writes an Optional as Some", { maybe: { Some: "5" } }, "/maybe", {
        says: /Int64|integer|whole/i,
      }),
    ].map(withInternalError),
  ];
};
