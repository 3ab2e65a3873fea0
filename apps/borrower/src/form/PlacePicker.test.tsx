import { certifyOptions } from '@hiram/contract/certify';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import { PlacePicker } from './PlacePicker.tsx';

const region = 'Metro Manila, NCR';
const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const open = () => show(<PlacePicker title="Place" onChoose={() => undefined} onCancel={() => undefined} />);

test('names that begin with the search come first, then those that contain it [T2305]', async () => {
  answer(certifyOptions, {
    list: [
      { name: 'City of Caloocan', value: '801', otherNames: region },
      { name: 'City of Manila', value: '806', otherNames: region },
      { name: 'Manilatown', value: '900' },
    ],
  });
  open();
  await userEvent.type(await screen.findByLabelText('Search Province'), 'manila');
  expect(names()).toEqual(['Manilatown', 'City of Manila', 'City of Caloocan']);
});

test('below the City of Manila are districts [T2306]', async () => {
  answer(certifyOptions, { list: [{ name: 'City of Manila', value: '806' }] });
  open();
  const manila = await screen.findByRole('button', { name: 'City of Manila' });
  answer(certifyOptions, {
    list: [
      { name: 'Binondo', value: '80602' },
      { name: 'Ermita', value: '80608' },
    ],
  });
  await userEvent.click(manila);
  expect(await screen.findByLabelText('Search District')).toBeTruthy();
});
