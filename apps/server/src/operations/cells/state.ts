import { defineCommand } from '../command.ts';
import { required } from '../parameters.ts';
import { anyCellNumber, withDirectoryOwner } from './directory-owner.ts';

const cell = required('CELL', 'its number', anyCellNumber);

export const openCellTo = defineCommand({
  name: 'cells open',
  summary: 'let a cell take new borrowers',
  description: 'Run it once every server serves the cell and hiram cells index has run for each cell.',
  arguments: { cell },
  options: {},
  examples: ['cells open 1'],
  async run({ cell: id }, { environment }) {
    await withDirectoryOwner(environment, undefined, (directory) => directory.setState(id, 'open'));
    return { data: { cell: id }, lines: [`Cell ${id} takes new borrowers.`] };
  },
});

export const drainCell = defineCommand({
  name: 'cells drain',
  summary: 'let a cell take no new borrowers; those it has stay',
  arguments: { cell },
  options: {},
  examples: ['cells drain 0'],
  async run({ cell: id }, { environment }) {
    await withDirectoryOwner(environment, undefined, (directory) => directory.setState(id, 'full'));
    return { data: { cell: id }, lines: [`Cell ${id} takes no new borrowers.`] };
  },
});

export const listCells = defineCommand({
  name: 'cells list',
  summary: 'the cells of the directory with their states and numbers of accounts',
  arguments: {},
  options: {},
  examples: ['cells list'],
  async run(_input, { environment }) {
    const cells = await withDirectoryOwner(environment, undefined, (directory) => directory.list());
    return {
      data: { cells },
      lines: cells.map(
        ({ cell: id, state, numbers, reserved }) =>
          `${String(id).padStart(3)}  ${state.padEnd(4)}  ${numbers} numbers, ${reserved} reserved`,
      ),
    };
  },
});
