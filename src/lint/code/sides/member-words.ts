// Names of what walks through a list, by what goes on behind it.

/** Nothing of the list goes on: what is done with each member is done there. */
export const SENDS_EACH =
  /^(each|for_?each\w{0,20}|each_(entry|with_index|with_object)|ForEach(Async)?|foreach|traverse\w{0,20}|mergeMap|concatMap|switchMap|exhaustMap|flat_?map|flatTap|concatMapTo|expand|mapLimit|eachLimit|eachSeries|eachOf|mapSeries|p(Map|Each|MapSeries)|async_stream|array_walk|parallel_?map|map_async|starmap|imap(_unordered)?|submit_all|Each|SelectMany|concatMapEager|flatMapSequential|concat_map|parMapN|parTraverse|mapAsync\w{0,20})$/i;
/** What a callback makes of each member goes on. */
export const MAPS =
  /^(map|map!|collect|Select|mapNotNull|mapIndexed|compactMap|array_map|filter_map|flatMap|mapValues|par_map|map_with_index|mapToObj|mapConcurrent|mapAsync)$/;
/** The members go on as they are. */
export const STAYS =
  /^(stream|parallelStream|parallel|sequential|filter|where|Where|select|reject|sort|sorted|sort_by|sortBy|toSorted|order|OrderBy|take|limit|skip|Skip|Take|values|entries|iter|iter_mut|into_iter|par_iter|into_par_iter|asSequence|asFlow|asIterable|lazy|each_slice|in_batches|in_groups_of|chunked|Chunk|toList|ToList|AsParallel|AsEnumerable|to_a|slice|reverse|reversed|compact|compactMap|distinct|uniq|unique|peek|tap|with_index|withIndex|enumerate|onEach|retry|delay|catchError|delayElements|parallelize|zipWithIndex|cloned|copied|collect_vec|toArray|runOn|doOnNext|buffer\w{0,20}|toIterable|all)$/;
export const PIPES = /^pipe$/;
/** Calls that give a list back in another form. */
export const WRAPS_LIST =
  /^(from|fromIterable|fromArray|fromStream|fromAsync|of|defer|list|tuple|iter|enumerate|sorted|reversed|tqdm|array_values|array_filter|array_chunk|chunk|chunks|batched|chunked|collect|stream|asList|concat|slice|compact|shuffle|Partition|orderBy|sortBy|uniqBy|entries|values)$/;
/** The callback is given what was made so far, and then a member. */
export const FOLDS = /^(reduce|fold|foldl|foldLeft|fold_left|inject|Aggregate|reduce_while|scan)$/;
