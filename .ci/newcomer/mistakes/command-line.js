/**
 * Files in the folder of the command: fixtures, configurations, DARs and keys, each invalid in a different
 * way.
 */
export const files = {
  "folder/notes.txt": "a folder, and no file",
  "test/notes.txt": "as the secret is called",
  "empty.yaml": "",
  "no-yaml.yaml": "steps:\n  - party: [alice\n",
  "no-json.json": '{"steps": [',
  "unknown-step.yaml": "steps:\n  - party: alice\n  - partie: bob\n",
  "unknown-field.json": '{"stepps": []}',
  "unknown-party.yaml":
    'steps:\n  - packages: [iou]\n  - party: alice\n  - submit: { as: alicia, create: { template: "#iou:Iou:Iou", arguments: {} } }\n',
  "unknown-template.yaml":
    'steps:\n  - packages: [iou]\n  - party: alice\n  - submit: { as: alice, create: { template: "#iou:Iou:Iuo", arguments: {} } }\n',
  "missing-field.yaml":
    'steps:\n  - packages: [iou]\n  - party: alice\n  - submit:\n      as: alice\n      create: { template: "#iou:Iou:Iou", arguments: { issuer: alice, owner: alice, amount: 1, observers: [] } }\n',
  "unknown-reference.yaml":
    'steps:\n  - party: alice\n  - user: { id: ann, actAs: ["${alise}"] }\n',
  "twice.yaml": "steps:\n  - party: alice\n  - party: alice\n",
  "no-dar.yaml": "steps:\n  - packages: [./none.dar]\n",
  "no-default.mjs": "export const fixture = { steps: [] };",
  "own-option.json": '{"prot": 1}',
  "own-value.json": '{"commitDelay": "1s"}',
  "no-config.json": '{"port": ',
  "text.dar": "hello",
  "empty.dar": "",
  "notes.pem": "no key",
};

const option = (...given) => ({ given, title: given.join(" ") });

/**
 * Command lines that must end with exit code 1 and print the problem to standard error and nothing else.
 * They use any port unless `port` is set.
 */
export const commandLine = [
  { ...option("--prot", "8080"), says: [/unknown option '--prot'/, /--port/] },
  { ...option("-p", "8080"), says: [/unknown option '-p'/] },
  { ...option("--port", "abc"), says: [/--port .*'abc'/, /from 0 to 65535/] },
  { ...option("--port", "99999"), says: [/from 0 to 65535/] },
  { ...option("--port"), says: [/--port <number>' argument missing/] },
  {
    given: [],
    title: "PORT=http",
    port: [],
    environment: { PORT: "http" },
    says: [/PORT in the environment is not a port number/],
  },
  { ...option("--host", "nowhere.invalid"), says: [/nowhere\.invalid/, /--host/] },
  { ...option("--host", "8.8.8.8"), says: [/8\.8\.8\.8 is not a name or address of this machine/] },
  { ...option("start"), says: [/no command start/, /Commands: .*token/] },
  { ...option("tokn", "alice"), says: [/no command tokn/, /Did you mean token\?/] },
  { ...option("market.yaml"), says: [/no command market\.yaml/, /--fixtures/] },
  { ...option("my.dar"), says: [/no command my\.dar/, /--dar/] },
  { ...option("--fixtures"), says: [/--fixtures <file...>' argument missing/] },
  { ...option("--fixtures", "none.yaml"), says: [/no file none\.yaml/] },
  { ...option("--fixtures", "folder"), says: [/folder/, /\.yaml, \.yml, \.json/] },
  { ...option("--fixtures", "empty.yaml"), says: [/empty\.yaml:1:1/] },
  { ...option("--fixtures", "no-yaml.yaml"), says: [/no-yaml\.yaml:3:1/] },
  { ...option("--fixtures", "no-json.json"), says: [/no-json\.json:1:12/] },
  {
    ...option("--fixtures", "unknown-step.yaml"),
    says: [/unknown-step\.yaml:3:5/, /partie;/, /parties/],
  },
  { ...option("--fixtures", "unknown-field.json"), says: [/stepps/, /steps/] },
  {
    ...option("--fixtures", "unknown-party.yaml"),
    says: [/unknown-party\.yaml:4:/, /alicia/, /alice/],
  },
  { ...option("--fixtures", "unknown-template.yaml"), says: [/#iou:Iou:Iuo/] },
  { ...option("--fixtures", "missing-field.yaml"), says: [/missing-field\.yaml:6:/, /currency/] },
  {
    ...option("--fixtures", "unknown-reference.yaml"),
    says: [/unknown-reference\.yaml:3:/, /alise/],
  },
  { ...option("--fixtures", "twice.yaml"), says: [/twice\.yaml:3:/, /alice/] },
  { ...option("--fixtures", "no-dar.yaml"), says: [/no-dar\.yaml:2:/, /none\.dar/] },
  { ...option("--fixtures", "no-default.mjs"), says: [/no fixture as its default export/] },
  { ...option("--watch", "--fixtures", "none.yaml"), says: [/no file none\.yaml/] },
  { ...option("--dar", "none.dar"), says: [/no DAR none\.dar/] },
  { ...option("--dar", "folder"), says: [/folder is a folder, not a DAR/] },
  { ...option("--dar", "text.dar"), says: [/no readable ZIP archive/] },
  { ...option("--dar", "empty.dar"), says: [/no readable ZIP archive/] },
  { ...option("--dar", "no-json.json"), says: [/no-json\.json is not a DAR/, /end in \.dar/] },
  { ...option("--script", "Main:setup"), says: [/--script needs a --dar/] },
  { ...option("--auth", "none.pem"), says: [/no file none\.pem/, /--secret/] },
  { ...option("--auth", "notes.pem"), says: [/notes\.pem contains no public RSA or EC key/] },
  {
    ...option("--auth", "one", "--secret", "two"),
    says: [/--auth and --secret exclude each other/],
  },
  { ...option("--secret", ""), says: [/non-empty secret/] },
  { ...option("--seed", ""), says: [/a number or a text/] },
  { ...option("--cors", "example.com"), says: [/https:\/\/wallet\.example\.com/] },
  { ...option("--errors", "silent"), says: [/hints, exact/] },
  { ...option("--precedence", "mine"), says: [/specification, participant/] },
  { ...option("--protocol-version", "33"), says: [/34, 35, dev/] },
  { ...option("--commit-delay", "1s"), says: [/milliseconds from 0 to 60000/] },
  { ...option("--request-timeout", "0"), says: [/integer number of seconds/] },
  { ...option("--max-token-lifetime", "1h"), says: [/integer number of seconds/] },
  { ...option("--identity-provider", "x"), says: [/an id, an issuer and a URL/] },
  { ...option("--synchronizers", "home", "abroad"), says: [/need --fixtures/] },
  { ...option("--quiet", "--verbose"), says: [/exclude each other/] },
  { ...option("--config", "none.json"), says: [/no file .*none\.json/] },
  {
    ...option("--config", "own-option.json"),
    says: [/own-option\.json/, /no option prot\. Did you mean port\?/],
  },
  {
    ...option("--config", "own-value.json"),
    says: [/own-value\.json: commitDelay: .*milliseconds/],
  },
  { ...option("--config", "no-config.json"), says: [/no-config\.json is not valid JSON/] },
  { ...option("token"), says: [/missing required argument 'user'/] },
  { ...option("token", "alice", "--port", "1"), says: [/No ledger .* on port 1\./, /--secret/] },
  { ...option("token", "alice", "bob"), says: [/Expected 1 argument but got 2/] },
  { ...option("reset", "--port", "1"), says: [/No ledger answers/, /--port/] },
  { ...option("coverage"), says: [/Name the test command/, /coverage -- npm test/] },
  { ...option("coverage", "--", "no-such-program"), says: [/no-such-program cannot be run/] },
  { ...option("test"), says: [/missing required argument 'dar'/] },
  { ...option("test", "none.dar"), says: [/no DAR none\.dar/] },
  { ...option("test", "folder"), says: [/folder is a folder, not a DAR/] },
  { ...option("test", "text.dar"), says: [/text\.dar: .*no readable ZIP archive/] },
  { ...option("test", "text.dar", "--jobs", "0"), says: [/from 1 to 9999/] },
  { ...option("test", "text.dar", "--fliter", "x"), says: [/--fliter/, /--filter/] },
  { ...option("codegen", "text.dar"), says: [/--output <folder>' not specified/] },
  { ...option("codegen", "-o", "out"), says: [/name a DAR or a --participant/] },
  { ...option("codegen", "none.dar", "-o", "out"), says: [/no DAR none\.dar/] },
  { ...option("codegen", "folder", "-o", "out"), says: [/folder is a folder, not a DAR/] },
  { ...option("codegen", "text.dar", "-o", "out"), says: [/text\.dar: .*no readable ZIP archive/] },
  { ...option("codegen", "text.dar", "-o", "out", "--schema"), says: [/--schema/, /--schemas/] },
  {
    ...option("codegen", "text.dar", "-o", "out", "--umbrella", "x"),
    says: [/--target daml-types/],
  },
  { ...option("codegen", "--participant", "nohost", "-o", "out"), says: [/begins with http/] },
];
