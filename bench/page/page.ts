import { createHash } from "node:crypto";

import { formatRounded } from "../report.ts";
import { formatRunContext } from "../runner/machine.ts";
import { html, rawElement, type SafeMarkup, toInlineJson } from "./html.ts";
import {
  collectSeries,
  computeFigureChange,
  type FigureSeries,
  isFigureTargetMet,
  type NamedRun,
} from "./series.ts";

/** The script and the style of the page. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** The data of a chart, passed to the script by the index of the chart. */
export type ChartData = Pick<FigureSeries, "name" | "unit" | "points" | "target">;

/**
 * Returns one page with all figures of all runs, oldest first. It is complete without the script, which
 * only draws charts: every figure is also in a table.
 */
export const renderBenchPage = (
  runs: readonly NamedRun[],
  { script, style }: PageAssets,
): string => {
  const all = collectSeries(runs);
  const titles = [...new Set(all.map(({ title }) => title))];
  const numbered = all.map((series, number) => ({ series, number }));
  const sections = titles.map((title, index) => {
    const cards = numbered.filter(({ series }) => series.title === title).map(renderCard);
    return html`<section id="bench-${index}" aria-labelledby="title-${index}">
      <h2 id="title-${index}">${title}</h2>
      <div class="cards">${cards}</div>
    </section>`;
  });
  const policy = `default-src 'none'; script-src ${computeCspHash(script)}; style-src ${computeCspHash(style)}; base-uri 'none'; form-action 'none'`;
  const data: readonly ChartData[] = all.map(({ name, unit, points, target }) =>
    target === undefined ? { name, unit, points } : { name, unit, points, target },
  );
  return `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Benches of ledger-in-a-box</title>
        ${rawElement("style", "style", style)}
      </head>
      <body>
        <header>
          <h1>Benches of ledger-in-a-box</h1>
          ${renderIntroduction(runs)} ${renderSummary(all)}
          <nav aria-label="Benches">
            ${titles.map((title, index) => html`<a href="#bench-${index}">${title}</a>`)}
          </nav>
          <fieldset>
            <legend>Show</legend>
            <label><input type="radio" name="show" value="all" checked /> all figures</label>
            <label><input type="radio" name="show" value="target" /> those with a target</label>
            <label>
              <input type="radio" name="show" value="ratio" /> ratios, which can be compared between
              machines
            </label>
          </fieldset>
        </header>
        <main>${sections}</main>
        ${rawElement('script type="application/json" id="charts"', "script", toInlineJson(data))}
        ${rawElement("script", "script", script)}
      </body>
    </html>`.text
  }\n`;
};

/**
 * Returns the hash for a content security policy, which covers the text between the tags including white
 * space.
 */
const computeCspHash = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const renderIntroduction = (runs: readonly NamedRun[]): SafeMarkup =>
  html`<p>
      Each figure is a median. Its range goes from the lower to the upper quartile of the samples.
      Compare figures of one machine only. Ratios to a baseline of the same run can also be compared
      between machines.
    </p>
    <details>
      <summary>${runs.length === 1 ? "One run" : `${runs.length} runs`}</summary>
      <ul>
        ${runs.map(
          ({ label, run }) => html`<li><strong>${label}</strong> ${formatRunContext(run)}</li>`,
        )}
      </ul>
    </details>`;

const renderSummary = (all: readonly FigureSeries[]): SafeMarkup => {
  const judged = all.flatMap((series, number) => {
    const met = isFigureTargetMet(series);
    return met === undefined ? [] : [{ name: series.name, met, number }];
  });
  const missed = judged.filter(({ met }) => !met);
  const links = missed.map(
    ({ name, number }) => html`<li><a class="bad" href="#figure-${number}">${name}</a></li>`,
  );
  return html`<div>
    <p class="summary">
      <strong>${judged.length - missed.length} of ${judged.length} targets met</strong
      >${missed.length === 0 ? "." : "; missed are"}
    </p>
    ${
      missed.length === 0
        ? undefined
        : html`<ul class="missed">
            ${links}
          </ul>`
    }
  </div>`;
};

const renderCard = ({
  series,
  number,
}: {
  readonly series: FigureSeries;
  readonly number: number;
}): SafeMarkup => {
  const { name, unit, target, isRatio, points } = series;
  const last = points.at(-1) ?? points[0];
  const shown = ["card", target && "has-target", isRatio && "is-ratio"].filter(Boolean).join(" ");
  return html`<article class="${shown}" aria-labelledby="figure-${number}">
    <h3 id="figure-${number}">${name}</h3>
    <p class="value"><strong>${formatRounded(last.median)}</strong> ${unit}</p>
    <p class="notes">${renderTargetNote(series)} ${renderChangeNote(series)}</p>
    <div class="chart" data-chart="${number}" aria-hidden="true"></div>
    <details>
      <summary>As a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Median, ${unit === "" ? "count" : unit}</th>
            <th scope="col">Quartiles</th>
          </tr>
        </thead>
        <tbody>
          ${points.map(
            ({ label, median, low, high }) =>
              html`<tr>
                <th scope="row">${label}</th>
                <td>${formatRounded(median)}</td>
                <td>${formatRounded(low)} – ${formatRounded(high)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>
  </article>`;
};

const renderTargetNote = (series: FigureSeries): SafeMarkup | undefined => {
  const { target, unit } = series;
  if (target === undefined) return undefined;
  const wanted = "atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
  return isFigureTargetMet(series) === true
    ? html`<span class="good">✓ ${wanted} ${unit}</span>`
    : html`<span class="bad">✗ misses ${wanted} ${unit}</span>`;
};

const renderChangeNote = (series: FigureSeries): SafeMarkup | undefined => {
  const change = computeFigureChange(series);
  switch (change?.kind) {
    case undefined:
      return undefined;
    case "within":
      return html`<span>no clear change since ${change.since}: the quartile ranges overlap</span>`;
    case "elsewhere":
      return html`<span>${change.since} ran on another machine</span>`;
    case "better":
      return html`<span class="good">better: ${change.ratio.toFixed(2)} × ${change.since}</span>`;
    case "worse":
      return html`<span class="bad">worse: ${change.ratio.toFixed(2)} × ${change.since}</span>`;
  }
};
