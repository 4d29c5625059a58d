use super::sample::{self, Kind, Plan, Tip, Turn, Weights};
use super::{Fault, FileError, Model, NEWEST_VERSION, OLDEST_VERSION};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The file of one of the samples.
fn sample(index: usize, weights: Weights) -> Vec<u8> {
    sample::plans()[index].file(index as u64, weights)
}

fn sample_text(index: usize) -> String {
    String::from_utf8(sample(index, Weights::Text)).unwrap()
}

fn error(bytes: &[u8]) -> FileError {
    Model::read(bytes).expect_err("the file is bad")
}

#[test]
fn there_are_samples_of_every_version() {
    let plans = sample::plans();
    for version in OLDEST_VERSION..=NEWEST_VERSION {
        assert!(plans.iter().any(|plan| plan.version == version));
    }
}

/// The numbers with a fraction or an exponent, but for those that only a batch norm of the samples has.
fn numbers(text: &str) -> Vec<f32> {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || "+-._".contains(c);
    let words = text.split(|c| !is_of_word(c));
    words
        .filter(|word| word.contains(['.', 'e']))
        .filter_map(|word| word.parse().ok())
        .filter(|number| ![0.0, 1.0, 1e-20].contains(number))
        .collect()
}

/// A model that is printed shows its fields in the order of the file.
#[test]
fn every_kind_is_read_number_by_number() {
    for (seed, plan) in sample::plans().into_iter().enumerate() {
        let file = |weights| plan.file(seed as u64, weights);
        let [binary, text] = [Weights::Binary, Weights::Text].map(file);
        let model = Model::read(&binary[..]).unwrap();
        for bytes in [&text, &packed(&binary), &packed(&text)] {
            assert_eq!(Model::read(&bytes[..]).unwrap(), model, "{plan:?}");
        }
        let written = String::from_utf8(text).unwrap();
        let read = format!("{model:?}");
        assert!(numbers(&read).ends_with(&numbers(&written)), "{plan:?}");
        let is_whole_board = read.contains("whole_board: true");
        assert_eq!(is_whole_board, plan.tip == Tip::WholeBoardRms);
        if plan.version >= 11 {
            let activations = read.to_uppercase().matches(plan.activation).count();
            assert_eq!(activations, written.matches(plan.activation).count());
        }
        if plan.version >= 15 {
            let flags = [model.trunk.metadata.is_some(), model.areas_allow_suicide];
            let [metadata, suicide] = flags.map(u8::from);
            let line = format!("{metadata} {suicide} 0 0 0 0 0 0");
            assert_eq!(written.lines().nth(5), Some(&line[..]));
        }
    }
}

#[test]
fn a_batch_norm_is_merged_into_scale_and_bias() {
    let text = sample_text(0);
    let start = text.find("block1.before.norm\n").unwrap();
    let end = text.find("block1.before.act\n").unwrap();
    let norm = format!(
        "block1.before.norm\n12 0.5 0 1\n{}\n{}\n{}\n",
        "3 ".repeat(12),
        "3.5 ".repeat(12),
        "1 ".repeat(12)
    );
    let text = format!("{}{norm}{}", &text[..start], &text[end..]);
    let model = Model::read(text.as_bytes()).unwrap();
    let super::Block::Residual(block) = &model.trunk.blocks[0] else {
        panic!("the first block is a residual one");
    };
    // scale = 1 / sqrt(3.5 + 0.5), bias = 1 - scale * 3
    assert_eq!(block.before.norm.scale, [0.5; 12]);
    assert_eq!(block.before.norm.bias, [-0.5; 12]);
}

#[test]
fn a_file_that_ends_early_is_refused() {
    for weights in [Weights::Binary, Weights::Text] {
        let whole = sample(3, weights);
        for cut in 0..97 {
            let end = whole.len() * cut / 97;
            let found = error(&whole[..end]);
            // A number cut in two may still be a number.
            let text = found.to_string();
            assert!(text.contains("at byte"), "{text}");
            if matches!(found.fault(), Fault::Ends) {
                assert!(text.contains(&format!("at byte {end} of")), "{text}");
            }
            if weights == Weights::Binary {
                assert!(
                    matches!(found.fault(), Fault::Ends | Fault::Content(_)),
                    "{text}"
                );
            }
        }
        let packed = packed(&whole);
        for cut in 0..53 {
            error(&packed[..packed.len() * cut / 53]);
        }
    }
}

#[test]
fn packed_data_with_a_flipped_bit_is_refused() {
    let whole = packed(&sample(10, Weights::Binary));
    // The first ten bytes hold flags and times that the checksum does not cover.
    for place in (10..whole.len()).step_by(whole.len() / 200) {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        error(&bytes);
    }
}

#[test]
fn packed_data_ends_where_its_last_member_ends() {
    let whole = sample(10, Weights::Binary);
    let (start, end) = whole.split_at(whole.len() / 2);
    let members = [packed(start), vec![0; 3], packed(end), vec![0; 1 << 17]].concat();
    let [expected, found] = [&whole, &members].map(|file| Model::read(&file[..]).unwrap());
    assert_eq!(found, expected);
    let empty = packed(b"").repeat(2000);
    let found = error(&[packed(start), empty, packed(end)].concat()).to_string();
    assert!(found.contains("too many of its parts are empty"), "{found}");
    let surplus = [packed(&whole), b"surplus".to_vec()].concat();
    let found = error(&surplus).to_string();
    assert!(found.contains("something else follows it"), "{found}");
    let cut = packed(&whole);
    let found = error(&cut[..cut.len() - 1]);
    assert!(matches!(found.fault(), Fault::Ends), "{found}");
}

#[test]
fn errors_name_the_layer_and_the_byte() {
    let text = sample_text(0);
    let broken = text.replace("block2.pooled\n3 3 12 4 1 1", "block2.pooled\n3 3 13 4 1 1");
    assert!(text != broken);
    let found = error(broken.as_bytes()).to_string();
    assert!(
        found.contains("input channels of a convolution: 13 instead of 12")
            && found.ends_with("in block2.pooled"),
        "{found}"
    );
    let long = format!("{text} surplus");
    let found = error(long.as_bytes()).to_string();
    assert!(
        found.contains("more data than the network needs"),
        "{found}"
    );
}

#[test]
fn what_is_no_network_is_told_so() {
    for (content, why) in [
        (&b"PK\x03\x04abc"[..], "binary data where text was expected"),
        (&[b' '; 2000], "too much white space"),
        (&[b'a'; 300], "a word without end"),
        (&[b'a'; 97], "its name has more than 96 bytes"),
        (b"#!/bin/sh", "it does not start with a name of letters"),
    ] {
        let found = error(content).to_string();
        let expected = format!("network: this is not a network of KataGo: {why}");
        assert!(found.starts_with(&expected), "{found}");
    }
    assert!(matches!(error(&[b'a'; 96]).fault(), Fault::Ends));
}

/// A line of a sample's text is replaced; the error must say so.
fn refused(index: usize, from: &str, to: &str, says: &str) {
    let text = sample_text(index);
    let broken = text.replacen(from, to, 1);
    assert!(text != broken, "{from} is not in the sample");
    let found = error(broken.as_bytes()).to_string();
    assert!(found.contains(says), "{found}");
}

#[test]
fn nonsense_is_refused() {
    refused(
        0,
        "random-v8\n8",
        "random-v8\n7",
        "model version 7 is not from 8 to 17",
    );
    refused(
        0,
        "random-v8\n8",
        "random-v8\n18",
        "model version 18 is not from 8 to 17",
    );
    refused(0, "random-v8", "../../etc", "not a network of KataGo");
    refused(0, "\n22\n", "\n13\n", "13 planes instead of 22");
    refused(0, "\n22\n", "\nx\n", "planes: 'x' is not a valid number");
    refused(0, "trunk\n3\n12", "trunk\n3\n99999999", "not from 1 to");
    refused(
        0,
        "trunk\n3\n12",
        "trunk\n-3\n12",
        "number of blocks: '-3' is not a valid number",
    );
    refused(0, "trunk.planes\n3 3", "trunk.planes\n4 3", "has no centre");
    refused(
        0,
        "22 12 1 1",
        "22 12 2 1",
        "a dilation of 2x1 is not supported",
    );
    refused(
        0,
        "22 12 1 1",
        "22 12 1 0",
        "a dilation of 1x0 is not supported",
    );
    refused(0, "1e-20", "-1", "epsilon is -1");
    refused(
        0,
        "ordinary_block",
        "strange_block",
        "unknown kind of block 'strange_block'",
    );
    refused(
        10,
        "ACTIVATION_SILU",
        "ACTIVATION_X",
        "unknown activation 'ACTIVATION_X'",
    );
    refused(
        11,
        "1 1\nblock1.norm",
        "1 2\nblock1.norm",
        "neither 0 nor 1",
    );
    refused(
        11,
        "_block\nblock1\n4\n2\n",
        "_block\nblock1\n4\n3\n",
        "cannot share",
    );
    refused(11, "block1\n4\n2\n6\n", "block1\n4\n2\n7\n", "pairs");
    refused(11, "16 32 1\n", "16 32 0\n", "without a gate");
}

/// Sizes without data behind them must not make the reader claim memory, nor nesting use up the stack.
#[test]
fn hostile_files_are_refused() {
    let head = "name 8 22 19 trunk 2000 8192 1 1 1 1 conv 25 25 22 8192 1 1 ";
    assert!(matches!(error(head.as_bytes()).fault(), Fault::Ends));
    let found = error(format!("{head}@BIN@1234").as_bytes());
    assert!(matches!(found.fault(), Fault::Ends), "{found}");
    let wide = "name 8 22 19 trunk 2000 8192 1 1 1 1 conv 25 25 22 99999999999999999999999 1 1 ";
    error(wide.as_bytes());

    let zeros = packed(&vec![b' '; 1 << 22]);
    assert!(error(&zeros).to_string().contains("too much white space"));
    let word = packed(&vec![b'a'; 1 << 22]);
    assert!(error(&word).to_string().contains("a word without end"));

    let norm = "n 1 1 0 0 0 1 act ";
    let mut deep = "name 8 22 19 trunk 1 1 1 1 1 1 conv 1 1 22 1 1 1 ".to_owned();
    deep += &"0 ".repeat(22);
    deep += &format!("mul 19 1 {}", "0 ".repeat(19));
    deep += &format!("nested_bottleneck_block b 1 {norm} c 1 1 1 1 1 1 0 ").repeat(1 << 16);
    assert!(
        error(deep.as_bytes())
            .to_string()
            .contains("nested too deep")
    );

    let mut many = "name 8 22 19 trunk 2048 1 1 1 1 1 conv 1 1 22 1 1 1 ".to_owned();
    many += &"0 ".repeat(22);
    many += &format!("mul 19 1 {}", "0 ".repeat(19));
    let residual = format!("ordinary_block b {norm} c 1 1 1 1 1 1 0 {norm} c 1 1 1 1 1 1 0 ");
    many += &format!("nested_bottleneck_block b 2048 {norm} c 1 1 1 1 1 1 0 ");
    many += &residual.repeat(2100);
    assert!(
        error(many.as_bytes())
            .to_string()
            .contains("more than 2048 blocks")
    );
}

#[test]
fn the_cost_counts_weights_and_products() {
    let model = sample::plans()[0].model(0);
    let conv = |inputs: u64, outputs: u64| 9 * inputs * outputs;
    let residual = 2 * conv(12, 12);
    let pooling = conv(12, 8) + conv(12, 4) + conv(8, 12);
    let head_convs = (12 * 6 + 12 * 3 + 6) + (12 * 6 + 6);
    let convs = conv(22, 12) + 2 * residual + pooling + head_convs;
    let head_matrices = (9 * 6 + 9) + (18 * 12 + 12 * 3 + 12 * 4);
    let matrices = 19 * 12 + (3 * 4) * 8 + head_matrices;
    let norms = 2 * (2 * (12 + 12) + (12 + 4 + 8) + 12) + 2 * (3 + 6) + 2 * 6;
    let biases = 12 + 3 + 4;
    let cost = model.cost(9 * 9);
    assert_eq!(cost.parameters, convs + matrices + norms + biases);
    assert_eq!(cost.multiplications, 81 * convs + matrices);
}

#[cfg(unix)]
#[test]
fn a_network_is_a_file() {
    for path in ["/dev/zero", "/dev/null", "/"] {
        let expected = format!("network {path}: it is not a file");
        assert_eq!(Model::open(path).unwrap_err().to_string(), expected);
        assert_eq!(super::Head::open(path).unwrap_err().to_string(), expected);
    }
}

/// Kernels fill up a matrix of one column: few weights may take a lot of memory.
#[test]
fn narrow_layers_count_for_what_they_take() {
    let zeros =
        |head: &str, count: usize| [head.as_bytes(), b" @BIN@", &vec![0; 4 * count]].concat();
    let conv = |inputs: usize, outputs: usize| {
        let head = format!(" conv 25 25 {inputs} {outputs} 1 1");
        zeros(&head, 25 * 25 * inputs * outputs)
    };
    let norm = |channels| {
        let mean = zeros(&format!(" norm {channels} 1 0 0"), channels);
        [mean, zeros("", channels), b" act".to_vec()].concat()
    };
    let begin_block = || [b" gpool_block b".to_vec(), norm(8192)].concat();
    let file = [
        zeros(
            "name 8 22 19 trunk 2 8192 1 1 1 1 conv 1 1 22 8192 1 1",
            22 * 8192,
        ),
        zeros(" mul 19 8192", 19 * 8192),
        begin_block(),
        conv(8192, 1),
        conv(8192, 1),
        norm(1),
        zeros(" mul 3 1", 3),
        norm(1),
        conv(1, 8192),
        begin_block(),
        b" conv 25 25 8192 1 1 1".to_vec(),
    ];
    let found = error(&file.concat()).to_string();
    assert!(found.contains("more than 268435456 weights"), "{found}");
}

/// Reads a network of a few channels with so many of these blocks.
fn read_blocks(kind: &Kind, blocks: usize) -> Result<Model, FileError> {
    let plan = Plan {
        channels: 4,
        blocks: vec![kind.clone(); blocks],
        ..sample::plans().pop().unwrap()
    };
    Model::read(&plan.file(0, Weights::Binary)[..])
}

/// Attention asks every point about every other: few weights may take hours, also where each head has but a few numbers.
#[test]
fn a_network_that_takes_too_long_is_refused() {
    let heads = Kind::Attention([8192, 1, 1, 1], Turn::None);
    read_blocks(&heads, 1).unwrap();
    let found = read_blocks(&heads, 9).unwrap_err().to_string();
    assert!(found.contains("multiplications, more than"), "{found}");
}

/// The angles of what is turned are kept, for each block and each point of the board.
#[test]
fn turned_pairs_count_for_what_their_angles_take() {
    for (sizes, turn) in [
        ([1, 1, 8192, 1], Turn::Fixed),
        ([4, 4, 2048, 1], Turn::Learned),
    ] {
        let attention = Kind::Attention(sizes, turn);
        read_blocks(&attention, 16).unwrap();
        let found = read_blocks(&attention, 17).unwrap_err().to_string();
        assert!(found.contains("65536 turned pairs of channels"), "{found}");
        assert!(found.ends_with("in block17.rope"), "{found}");
    }
    read_blocks(&Kind::Attention([1, 1, 8192, 1], Turn::None), 17).unwrap();
}
