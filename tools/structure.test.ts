import { expect, test } from 'vitest';
import { root } from './layers.ts';
import { draw } from './picture-of-layers.ts';
import { circleGroups, favourableOrder, structureOf } from './structure.ts';

const edge = (from: string, to: string, imports = 1) => ({ from, to, imports });

test('circles are grouped with every member', () => {
  const edges = [edge('a', 'b'), edge('b', 'c'), edge('c', 'a'), edge('c', 'd'), edge('e', 'e')];
  expect(circleGroups(edges)).toEqual([['a', 'b', 'c'], ['e']]);
  expect(circleGroups([edge('a', 'b'), edge('b', 'c')])).toEqual([]);
});

test('the favourable order puts what is imported most at the bottom and leaves the fewest imports upward', () => {
  expect(favourableOrder(['a', 'b', 'c'], [edge('a', 'b'), edge('b', 'c')])).toEqual(['c', 'b', 'a']);
  // One of the two imports in the circle must point upward: the less frequent one.
  expect(favourableOrder(['a', 'b'], [edge('a', 'b', 3), edge('b', 'a')])).toEqual(['b', 'a']);
});

test('the server has no import upward and no circle, and its picture shows every layer', () => {
  const structure = structureOf(root);
  const { upwardImports, fileCircles, folderCircles, files } = structure.figures;
  expect({ upwardImports, fileCircles, folderCircles }).toEqual({
    upwardImports: 0,
    fileCircles: [],
    folderCircles: [],
  });
  expect(structure.boxes.reduce((sum, box) => sum + box.files, 0)).toBe(files);
  const svg = draw(structure, 'today');
  for (const { name } of structure.boxes) expect(svg).toContain(`>${name} <tspan>`);
  expect(svg).not.toContain('<path class="up" marker-end');
});

test('an import upward is red', () => {
  const structure = structureOf(root);
  const [first] = structure.arrows;
  if (!first) throw new Error('the server has imports');
  const upward = { ...structure, arrows: [{ ...first, from: first.to, to: first.from, isUpward: true }] };
  expect(draw(upward, 'upward')).toContain('<path class="up" marker-end');
});
