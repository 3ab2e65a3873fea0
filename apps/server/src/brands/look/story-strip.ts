import type { Look } from './art.ts';

const width = 320;
const height = 64;
/** Height of the lowest step or terrace. */
const firstRise = 14;

const shape = (d: string, paint: string) => `<path d="${d}" ${paint}/>`;
const fill = (role: string) => `fill="var(--${role})"`;
const line = (role: string, strokeWidth: number) =>
  `fill="none" stroke="var(--${role})" stroke-width="${strokeWidth}"`;
/** The first repayment is the next one. */
const roleOf = (index: number) => (index === 0 ? 'next' : 'step');
const round = (value: number) => Math.round(value * 10) / 10;

/** A repayment's step or terrace: its ground and its upper edge. `right`: where the ground ends. */
function rise(index: number, count: number, right: number): string {
  const left = round((index * width) / count);
  const top = round(height - firstRise - (index * (height - firstRise - 24)) / Math.max(1, count - 1));
  return (
    shape(`M${left} ${top}H${round(right)}V${height}H${left}z`, fill(roleOf(index))) +
    shape(`M${left} ${top}H${round(right)}V${top + 3}H${left}z`, fill('primary'))
  );
}

function stairs(count: number): string {
  const step = width / count;
  const steps = Array.from({ length: count }, (_, index) => rise(index, count, (index + 1) * step - 1));
  const pole = width - step / 2;
  return `${steps.join('')}${shape(`M${pole} 24V3`, line('ink-muted', 2))}${shape(`M${pole + 1} 3h15l-4 5 4 5h-15z`, fill('art-3'))}`;
}

function terraces(count: number): string {
  return Array.from({ length: count }, (_, index) => rise(index, count, width)).join('');
}

function path(count: number): string {
  const centres = Array.from({ length: count }, (_, index) => ({
    x: round(((index + 0.5) * width) / count),
    y: index % 2 === 0 ? 44 : 30,
  }));
  const trail = centres.map(({ x, y }, index) => `${index === 0 ? 'M0 52L' : 'L'}${x} ${y + 8}`).join('');
  const stones = centres.map(
    ({ x, y }, index) =>
      shape(`M${x - 9} ${y + 8}V${y - 6}a9 9 0 0 1 18 0V${y + 8}z`, fill(roleOf(index))) +
      shape(`M${x - 9} ${y + 8}V${y - 6}a9 9 0 0 1 18 0V${y + 8}z`, line('primary', 2)),
  );
  return shape(`${trail}L${width} 44`, `${line('deep', 9)} stroke-linejoin="round"`) + stones.join('');
}

function rings(count: number): string {
  const radius = round(Math.min(26, width / count / 2 + 3));
  return Array.from({ length: count }, (_, index) => {
    const x = round(((index + 0.5) * width) / count);
    return `<circle cx="${x}" cy="32" r="${radius}" ${line(index === 0 ? 'accent' : 'primary', 3)}/>`;
  }).join('');
}

const draw = { stairs, path, terraces, rings };

/** A loan's repayments from the first to the last in a brand's drawing, as SVG 320 wide whose colours are roles. */
export function storyStrip(story: Look['story'], count: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${draw[story](count)}</svg>`;
}
