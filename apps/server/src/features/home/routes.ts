import { homeIndex, productApply, productDetail, recommendList } from '@hiram/contract/home';
import type { Server } from '../../api/serve.ts';
import { chooseProduct } from './choose-product.ts';
import { listRecommended } from './list-recommended.ts';
import { showHome } from './show-home.ts';
import { showProduct } from './show-product.ts';

export function homeRoutes({ serve }: Server): void {
  serve(homeIndex, showHome);
  serve(productDetail, showProduct);
  serve(recommendList, listRecommended);
  serve(productApply, chooseProduct);
}
