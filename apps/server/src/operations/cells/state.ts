import { defineCommand, type Session } from '../command.ts';
import { required } from '../parameters.ts';
import { anyCellNumber, type ListedCell, withDirectoryOwner } from './directory-owner.ts';

/** What a command that opens or drains a cell does. */
const changing = (state: ListedCell['state']) => ({
  arguments: { cell: required('CELL', 'its number', anyCellNumber) },
  options: {},
  async run({ cell }: { readonly cell: number }, { environment }: Session) {
    await withDirectoryOwner(environment, undefined, (directory) => directory.setState(cell, state));
    const lines = [`Cell ${cell} takes ${state === 'open' ? '' : 'no '}new borrowers.`];
    return { data: { cell }, lines };
  },
});

export const openCellTo = defineCommand({
  name: 'cells open',
  summary: 'let a cell take new borrowers',
  description: 'Run it once every server serves the cell and hiram cells index has run for each cell.',
  examples: ['cells open 1'],
  ...changing('open'),
});

export const drainCell = defineCommand({
  name: 'cells drain',
  summary: 'let a cell take no new borrowers; those it has stay',
  examples: ['cells drain 0'],
  ...changing('full'),
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
