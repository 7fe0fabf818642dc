import { expect } from "chai";

import { runCommand } from "../support/command-line.ts";
import { blocksOf } from "../support/pages/page.ts";
import { projectText } from "../support/project-files.ts";

const routesIn = (file: string): readonly string[] =>
  [
    ...projectText(file).matchAll(
      /^ +(?:router\.(?=post)|")(get|post|delete)(?: |\(")(\/[^"]*)"/gmu,
    ),
  ].map(([, method = "", path = ""]) => `${method.toUpperCase()} ${path}`);

/** Returns the route of the control API that a curl command line calls, or undefined. */
const routeOf = (line: string): string | undefined => {
  const [, path] = /\bcurl .*\$CONTROL(\/[\w/-]*)/u.exec(line) ?? [];
  if (path === undefined) return undefined;
  const [, method = line.includes(" -d ") ? "POST" : "GET"] = / -X (\w+)/u.exec(line) ?? [];
  return `${method} ${path.replaceAll(/\/\d+/gu, "/{id}")}`;
};

/** The files with the routes that each page explains. */
const controlPages = {
  "docs/guide/control-api.md": ["control-router", "control-handlers", "search-routes"],
  "docs/guide/requests.md": ["request-routes"],
  "docs/guide/faults.md": ["fault-routes"],
};

for (const [file, sources] of Object.entries(controlPages)) {
  describe(`routes of the control API in ${file}`, () => {
    const page = projectText(file);
    const routes = sources.flatMap((name) => routesIn(`middleware/control/${name}.ts`));

    it("are all explained, and no others", () => {
      const explained = [...page.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?]*)[^`]*`/gu)];
      expect(routes).to.have.length.above(2);
      expect(new Set(explained.map(([, route]) => route))).to.deep.equal(new Set(routes));
    });

    it("each have an example request", () => {
      const lines = blocksOf(page).flatMap(({ text }) => text.split("\n"));
      expect(lines.map(routeOf)).to.include.members(routes);
    });
  });
}

describe("page of the command line", () => {
  // The options of forks are explained on the page about forks.
  const page = ["command-line", "forking"]
    .map((name) => projectText(`docs/guide/${name}.md`))
    .join();

  it("explains each option of serve --help", async () => {
    const { output } = await runCommand(["serve", "--help"]);
    const options = [...output.matchAll(/^ +(?:-\w, )?(--[\w-]+)/gmu)].map(
      ([, option]) => option ?? "",
    );
    expect(options).to.have.length.above(20);
    for (const option of options) expect(page).to.match(new RegExp(`${option}(?![\\w-])`, "u"));
  });
});
